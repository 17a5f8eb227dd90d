import type { Response } from 'express'
import { Plan } from '../../contract/platform.ts'
import { MAX_COUNTED } from './api-access.ts'
import { csrfField, formField } from '../frame/forms.ts'
import { html } from '../frame/html.ts'
import { sendMessage } from '../frame/message.page.ts'
import { redirectWith } from '../frame/notices.ts'
import { pages } from '../frame/pages.ts'
import { type StoreAppContext, type Viewer, actorOf } from '../frame/store-app-context.ts'
import { isStepUp } from '../frame/step-up.page.ts'
import { ownerAction, ownerPage } from '../frame/store-auth.ts'
import { PLAN } from './plan.styles.ts'
import { sendSettings } from '../frame/settings-frame.ts'

export const planRoutes = (app: StoreAppContext) =>
  pages(app, {
    '/settings/plan': {
      get: ownerPage(app, async (_request, response, viewer) => sendPlans(app, response, viewer)),
      post: ownerAction(app, async (request, response, viewer) => {
        if (!app.ownersChangePlan)
          return sendMessage(app, response, { status: 403, viewer, reason: 'plan' })
        const plan = Plan.safeParse(formField(request, 'plan')).data
        if (!plan) return sendMessage(app, response, { status: 400, viewer })
        const sensitive = { to: 'change the plan', back: '/settings/plan' }
        if (!(await isStepUp(app, request, response, { viewer, ...sensitive }))) return
        await app.records.apiAccess.changePlan(viewer.store.id, plan, actorOf(viewer, request))
        return redirectWith(app, response, {
          to: `${app.storePath}/settings/plan`,
          kind: 'success',
          text: `Your store is on the ${PLANS[plan].title} plan from the next request on.`,
        })
      }),
    },
    '/settings/plan/free': {
      get: ownerPage(app, async (_request, response, viewer) => {
        if (viewer.store.plan === 'free' || !app.ownersChangePlan)
          return response.redirect(303, `${app.storePath}/settings/plan`)
        return sendDowngrade(app, response, viewer)
      }),
    },
  })

const STORE_APPLICATION = 'The store application: products, stock, orders, team'
const OPEN_SESSIONS = 'Buyers pay the checkout sessions that are open'
const API_ACCESS = 'API access: create, read and expire checkout sessions, read products'

const PLANS: Record<Plan, { title: string; includes: string[]; lacks?: string }> = {
  free: {
    title: 'Free',
    includes: [STORE_APPLICATION, OPEN_SESSIONS],
    lacks: 'No API access: no new checkout sessions',
  },
  basic: { title: 'Basic', includes: [STORE_APPLICATION, OPEN_SESSIONS, API_ACCESS] },
  pro: { title: 'Pro', includes: ['The same as Basic'] },
}

const changeView = (plan: Plan, { storePath }: StoreAppContext, viewer: Viewer) =>
  plan === 'free'
    ? html`<p><a class="quiet" href="${storePath}/settings/plan/free">Change to Free</a></p>`
    : html`<form method="post" action="${storePath}/settings/plan">
        ${csrfField(viewer)}
        <button
          class="${viewer.store.plan === 'free' && plan === 'basic' ? 'button' : 'quiet'}"
          name="plan"
          value="${plan}"
        >
          Change to ${PLANS[plan].title}
        </button>
      </form>`

function planView(plan: Plan, app: StoreAppContext, viewer: Viewer) {
  const { title, includes, lacks } = PLANS[plan]
  return html`<section class="plan" aria-labelledby="${plan}">
    <div class="heading">
      <h2 id="${plan}">${title}</h2>
      ${plan === viewer.store.plan ? html`<span class="badge info">Your plan</span>` : undefined}
    </div>
    <ul>
      ${includes.map((text) => html`<li>${text}</li>`)}
      ${lacks === undefined ? undefined : html`<li class="lacks">${lacks}</li>`}
    </ul>
    ${
      plan === viewer.store.plan || !app.ownersChangePlan
        ? undefined
        : changeView(plan, app, viewer)
    }
  </section>`
}

const sendPlans = (app: StoreAppContext, response: Response, viewer: Viewer) =>
  sendSettings(app, response, {
    part: 'plan',
    title: 'Plan',
    viewer,
    styles: PLAN,
    main: html`<h1>Plan</h1>
      <p class="lead">
        ${
          app.ownersChangePlan
            ? 'A change takes effect with the next API request. Nothing in your store is lost by it.'
            : 'Whoever runs this service changes your plan: ask them.'
        }
      </p>
      <div class="plans">${Plan.options.map((plan) => planView(plan, app, viewer))}</div>`,
  })

async function sendDowngrade(app: StoreAppContext, response: Response, viewer: Viewer) {
  const { formats, store } = viewer
  const count = await app.records.apiAccess.countRequests(store.id)
  const text =
    count > MAX_COUNTED ? `more than ${formats.number(MAX_COUNTED)}` : formats.number(count)
  const back = `${app.storePath}/settings/plan`
  sendSettings(app, response, {
    part: 'plan',
    title: 'Change to Free',
    viewer,
    styles: PLAN,
    main: html`<p class="back"><a href="${back}">Plan</a></p>
      <h1>Change to the Free plan</h1>
      <div class="sections plan-change">
        <div class="notice warning">
          <p>
            <strong>The API stops at once.</strong> Every request with your keys is answered with
            403 <code>plan_required</code>, until the store is on Basic or Pro again.
          </p>
        </div>
        <section aria-labelledby="stops">
          <h2 id="stops">What stops</h2>
          <p>
            Your pages and servers create no checkout sessions any more, and cannot read which ones
            are paid. API requests in the last 7 days: <strong>${text}</strong>.
          </p>
        </section>
        <section aria-labelledby="goes-on">
          <h2 id="goes-on">What goes on</h2>
          <p>
            Buyers can pay the sessions that are open. Their orders appear here. Your keys stay and
            work again after an upgrade.
          </p>
        </section>
        <form class="form" method="post" action="${back}">
          ${csrfField(viewer)}
          <div class="actions">
            <button class="button danger-button" name="plan" value="free">Change to Free</button>
            <a class="quiet" href="${back}">Stay on ${PLANS[store.plan].title}</a>
          </div>
        </form>
      </div>`,
  })
}
