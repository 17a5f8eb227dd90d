import { Plan } from '../../contract/platform/platform.ts'
import { MAX_COUNTED } from './api-access.ts'
import { buttonForm, formField, formView, hiddenField } from '../frame/forms.ts'
import { html, styleSheet } from '../../web/html.ts'
import { noticeOf } from '../frame/notices.ts'
import { sendMessage } from '../frame/message.page.ts'
import { sectionView } from '../frame/sections.ts'
import type { MemberVisit } from '../frame/store-app-context.ts'
import { isConfirmed } from '../frame/members/step-up.page.ts'
import { type MemberPages, sayDone } from '../frame/visits.ts'
import { sendSettings } from '../frame/settings-frame.ts'

const PATH = '/settings/plan'

export const planPages: MemberPages = {
  [PATH]: { get: sendPlans, post: changePlan },
  [`${PATH}/free`]: { get: sendDowngrade },
}

async function changePlan(visit: MemberVisit) {
  const { app, request, viewer, actor } = visit
  if (!app.ownersChangePlan) return sendMessage(visit, 403, 'plan')
  const plan = Plan.safeParse(formField(request, 'plan')).data
  if (!plan) return sendMessage(visit, 400)
  if (!(await isConfirmed(visit, { to: 'change the plan', back: PATH }))) return
  await app.records.apiAccess.changePlan(viewer.store.id, plan, actor)
  const text = `Your store is on the ${PLANS[plan].title} plan from the next request on.`
  return sayDone(visit, `${app.storePath}${PATH}`, text)
}

/** What a store can do on them. */
const PLANS: Record<Plan, { title: string; summary: string; lacks?: true }> = {
  free: { title: 'Free', summary: 'Links, buttons and the API sell nothing new', lacks: true },
  basic: { title: 'Basic', summary: 'Sells by links, buttons and the API' },
  pro: {
    title: 'Pro',
    summary: 'The same as Basic; whoever runs this service says what it has beside that',
  },
}

const changeView = (plan: Plan, { app, viewer }: MemberVisit) =>
  plan === 'free'
    ? html`<p><a class="quiet" href="${app.storePath}${PATH}/free">Change to Free</a></p>`
    : buttonForm(viewer, {
        action: `${app.storePath}${PATH}`,
        fields: [hiddenField('plan', plan)],
        button: `Change to ${PLANS[plan].title}`,
        kind: viewer.store.plan === 'free' && plan === 'basic' ? 'button' : 'quiet',
        isInline: true,
      })

function planView(plan: Plan, visit: MemberVisit) {
  const { app, viewer } = visit
  const { title, summary, lacks } = PLANS[plan]
  return html`<section class="card plan" aria-labelledby="${plan}">
    <div class="heading">
      <h2 id="${plan}">${title}</h2>
      ${plan === viewer.store.plan ? html`<span class="badge info">Your plan</span>` : undefined}
    </div>
    <p class="${lacks ? 'lacks' : 'has'}">${summary}</p>
    ${plan === viewer.store.plan || !app.ownersChangePlan ? undefined : changeView(plan, visit)}
  </section>`
}

function sendPlans(visit: MemberVisit) {
  sendSettings(visit, {
    part: 'plan',
    title: 'Plan',
    styles: PLAN,
    lead: `Every plan has this store application, and buyers pay the sessions that are open. ${
      visit.app.ownersChangePlan
        ? 'A change takes effect with the next API request. Nothing in your store is lost by it.'
        : 'Whoever runs this service changes your plan: ask them.'
    }`,
    main: html`<div class="plans">${Plan.options.map((plan) => planView(plan, visit))}</div>`,
  })
}

async function sendDowngrade(visit: MemberVisit) {
  const { app, response, viewer } = visit
  const { formats, store } = viewer
  const back = `${app.storePath}${PATH}`
  if (store.plan === 'free' || !app.ownersChangePlan) return response.redirect(303, back)
  const count = await app.records.apiAccess.countRequests(store.id)
  const text =
    count > MAX_COUNTED ? `more than ${formats.number(MAX_COUNTED)}` : formats.number(count)
  return sendSettings(visit, {
    part: 'plan',
    title: 'Change to Free',
    styles: PLAN,
    back: { path: back, text: 'Plan' },
    heading: 'Change to the Free plan',
    main: html`<div class="sections plan-change">
      ${noticeOf(
        'warning',
        html`<strong>The API stops at once.</strong> Every request with your keys is answered with
          403 <code>plan_required</code>, until the store is on Basic or Pro again.`,
      )}
      ${sectionView('stops', 'What stops', [
        html`<p>
          Your pages and servers create no checkout sessions any more, and cannot read which ones
          are paid. API requests in the last 7 days: <strong>${text}</strong>.
        </p>`,
      ])}
      ${sectionView('goes-on', 'What goes on', [
        html`<p>
          Buyers can pay the sessions that are open. Their orders appear here. Your keys stay and
          work again after an upgrade.
        </p>`,
      ])}
      ${formView(
        viewer,
        {
          action: back,
          button: 'Change to Free',
          kind: 'button danger-button',
          cancel: back,
          cancelText: `Stay on ${PLANS[store.plan].title}`,
        },
        [hiddenField('plan', 'free')],
      )}
    </div>`,
  })
}

const PLAN = styleSheet(`
.plans {
  display: grid;
  gap: 16px;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 16rem), 1fr));
  margin-block-start: 24px;
}
.plan-change { margin-block-start: 24px; }
.plan-change .notice { margin: 0; }
.plan {
  display: grid;
  gap: 12px;
  grid-template-rows: auto 1fr auto;
}
.plan > * + * { margin: 0; }
.plan .heading { justify-content: space-between; min-block-size: 28px; }
.lacks, .has { padding-inline-start: 24px; }
:is(.lacks, .has)::before {
  content: "✓" / "";
  float: inline-start;
  margin-inline-start: -24px;
  color: var(--success);
  font-weight: 650;
}
.lacks { color: var(--muted); }
.lacks::before { content: "–" / ""; color: inherit; }`)
