import { KeyKind } from '../../contract/platform/platform.ts'
import { type KeyUse, MAX_COUNTED, keyHint } from './api-access.ts'
import { KeyOutdated, regenerateKey } from '../../checkout/stores/regenerate-key.ts'
import type { Formats } from '../frame/formats.ts'
import { formField, formView, hiddenField, selectField } from '../frame/forms.ts'
import { type Html, html } from '../../web/html.ts'
import { alertView, noticeOf, redirectWith } from '../frame/notices.ts'
import { sectionView } from '../frame/sections.ts'
import type { MemberVisit, StoreAppContext } from '../frame/store-app-context.ts'
import { isConfirmed } from '../frame/members/step-up.page.ts'
import { type MemberPages, about, partOf, sayDone } from '../frame/visits.ts'
import { DEVELOPERS } from './developers.styles.ts'
import { sendSettings } from '../frame/settings-frame.ts'

const onKey = about(({ request }) => KeyKind.safeParse(partOf(request, 'kind')).data)

export const apiKeyPages: MemberPages = {
  '/settings/developers/keys/:kind/regenerate': {
    get: onKey((visit, kind) => sendRegenerate(visit, kind)),
    post: onKey(regenerate),
  },
  '/settings/developers/keys/:kind/end': { post: onKey(endOldKey) },
}

const pathOf = ({ storePath }: StoreAppContext) => `${storePath}/settings/developers`

async function endOldKey(visit: MemberVisit, kind: KeyKind) {
  const { app, viewer, actor } = visit
  const sensitive = { to: `end the old ${kind} key`, back: '/settings/developers' }
  if (!(await isConfirmed(visit, sensitive))) return
  await app.records.apiAccess.endOldKey(viewer.store.id, { kind, actor })
  await sayDone(visit, pathOf(app), `The old ${kind} key has stopped working.`)
}

const HOUR_SECONDS = 3_600

/** How long the old key goes on; whatever else is sent means not at all. */
const GRACES = [
  { value: '0', text: 'At once' },
  { value: String(24 * HOUR_SECONDS), text: 'After 24 hours' },
  { value: String(7 * 24 * HOUR_SECONDS), text: 'After 7 days' },
]

const graceOf = (typed: string) => Number(GRACES.find(({ value }) => value === typed)?.value ?? 0)

async function regenerate(visit: MemberVisit, kind: KeyKind) {
  const { app, request, viewer, actor } = visit
  const sensitive = { to: `regenerate the ${kind} key`, back: '/settings/developers' }
  if (!(await isConfirmed(visit, sensitive))) return
  try {
    const { key, oldEndsAt } = await regenerateKey(app.keyRegeneration, {
      store: viewer.store,
      kind,
      actor,
      seen: formField(request, 'last4'),
      graceSeconds: graceOf(formField(request, 'grace')),
    })
    const before =
      oldEndsAt === null
        ? 'has stopped working'
        : `works until ${viewer.formats.instant(oldEndsAt)}`
    await redirectWith(visit, pathOf(app), {
      kind: 'success',
      text: `The ${kind} key was regenerated. The one before ${before}.`,
      ...(kind === 'secret' && {
        secret: { label: 'Your new secret key. It is shown this once: copy it now.', value: key },
      }),
    })
  } catch (error) {
    if (!(error instanceof KeyOutdated)) throw error
    await sendRegenerate(visit, kind, { isOutdated: true })
  }
}

const CONSEQUENCES: Record<KeyKind, { stops: string; goesOn: string }> = {
  secret: {
    stops:
      'Every server and script with this key: it can neither create checkout sessions nor read whether they are paid.',
    goesOn:
      'Buyers can open and pay the sessions that exist. Pages with the public key create new ones.',
  },
  public: {
    stops:
      'Every page and app with this key: nobody can begin a checkout there, and products cannot be read.',
    goesOn:
      'Buyers can open and pay the sessions that exist, also in your own pages. Servers with the secret key go on.',
  },
}

const callView = ({ method, route, count }: KeyUse['calls'][number], formats: Formats) =>
  html`<li><code>${method} ${route}</code>: ${formats.number(count)}</li>`

export const lastUseView = ({ lastUsedAt }: Pick<KeyUse, 'lastUsedAt'>, { time }: Formats) =>
  lastUsedAt === null ? 'It was never used.' : html`It was last used on ${time(lastUsedAt)}.`

function useView({ calls, isCut, ...use }: KeyUse, formats: Formats): Html {
  const last = lastUseView(use, formats)
  if (calls.length === 0 && !isCut)
    return html`<p>No request came with it in the last 7 days. ${last}</p>`
  const total = calls.reduce((sum, { count }) => sum + count, 0)
  return html`<p>
      Requests with it
      ${isCut ? `among your last ${formats.number(MAX_COUNTED)}` : 'in the last 7 days'}:
      <strong>${formats.number(total)}</strong>. ${last}
    </p>
    <ul class="calls">
      ${calls.map((call) => callView(call, formats))}
    </ul>`
}

const OUTDATED = alertView(
  html`<strong>This key has been regenerated already</strong> since you opened the page. What
    follows is about the new one.`,
)

async function sendRegenerate(visit: MemberVisit, kind: KeyKind, { isOutdated = false } = {}) {
  const { app, viewer } = visit
  const use = await app.records.apiAccess.findKeyUse(viewer.store.id, kind)
  const { stops, goesOn } = CONSEQUENCES[kind]
  const path = pathOf(app)
  sendSettings(visit, {
    part: 'developers',
    title: `Regenerate the ${kind} key`,
    problem: isOutdated ? OUTDATED : undefined,
    styles: DEVELOPERS,
    back: { path, text: 'Developers' },
    main: html`<div class="sections developers">
      ${noticeOf(
        'warning',
        html`<strong
            >The key <code>${keyHint(viewer.store, { kind, last4: use.last4 })}</code> stops working
            at once, unless you let it go on for a while.</strong
          >
          From then on it is answered with 401 <code>invalid_api_key</code>, wherever it is used,
          until the new key is there. A key from before that still works stops at once.`,
      )}
      ${sectionView('stops', 'What stops', [html`<p>${stops}</p>`])}
      ${sectionView('goes-on', 'What goes on', [html`<p>${goesOn}</p>`])}
      ${sectionView('use', 'What the key was used for', [useView(use, viewer.formats)])}
      ${formView(
        viewer,
        {
          action: `${path}/keys/${kind}/regenerate`,
          button: `Regenerate the ${kind} key`,
          kind: 'button danger-button',
          cancel: path,
          cancelText: 'Keep the key',
        },
        [
          hiddenField('last4', use.last4),
          selectField({
            name: 'grace',
            label: 'The old key stops working',
            value: '0',
            options: GRACES,
            hint: 'Both keys work until then. At once, if somebody else may have the old one.',
          }),
        ],
      )}
    </div>`,
  })
}
