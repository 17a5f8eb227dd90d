import { Origin } from '../../contract/fields.ts'
import {
  UNCHECKED,
  type FormInput,
  buttonForm,
  hidden,
  formField,
  formFields,
  formView,
  hiddenField,
  inputField,
} from '../frame/forms.ts'
import { html } from '../../web/html.ts'
import { copyView, factsView, sectionView } from '../frame/sections.ts'
import type { MemberVisit, StoreAppContext, Viewer } from '../frame/store-app-context.ts'
import { isConfirmed, onceConfirmed } from '../frame/members/step-up.page.ts'
import { type MemberPages, leadTo, sayDone } from '../frame/visits.ts'
import { DEVELOPERS } from './developers.styles.ts'
import { quickStartView } from './quick-start.ts'
import { sendSettings } from '../frame/settings-frame.ts'
import { actorView } from '../frame/members/actor-view.ts'
import { type ApiKey, keyHint } from './api-access.ts'
import { lastUseView } from './api-key.page.ts'
import { noticeOf } from '../frame/notices.ts'

const KINDS = {
  public: {
    title: 'Public key',
    use: 'Creates checkout sessions and reads products. It may stand in your pages, where everyone can read it.',
  },
  secret: {
    title: 'Secret key',
    use: 'Does everything, such as reading whether a session is paid. Keep it on your servers.',
  },
} as const

const keyTextView = ({ publicText, ...key }: ApiKey, { store }: Viewer) =>
  publicText === null
    ? html`<p><code>${keyHint(store, key)}</code></p>
        <p class="hint">
          ${
            key.kind === 'public'
              ? 'Made before public keys were kept; regenerate it to see it here.'
              : 'It was shown once, when it was made. If it is lost, regenerate it.'
          }
        </p>`
    : copyView(publicText, { button: 'Copy key' })

const oldKeyView = ({ kind, old }: ApiKey, { app, viewer }: MemberVisit) =>
  old === null
    ? undefined
    : html`<div class="notice warning">
        <p>
          The key before, <code>${keyHint(viewer.store, { kind, last4: old.last4 })}</code>, works
          until ${viewer.formats.time(old.endsAt)}. ${lastUseView(old, viewer.formats)}
        </p>
        ${buttonForm(viewer, {
          action: `${app.storePath}/settings/developers/keys/${kind}/end`,
          button: html`End it now${hidden(`: the old ${kind} key`)}`,
          isInline: true,
        })}
      </div>`

function keyView(key: ApiKey, visit: MemberVisit) {
  const { app, viewer } = visit
  const { formats } = viewer
  const { title, use } = KINDS[key.kind]
  return html`<section class="card key" aria-labelledby="${key.kind}-key">
    <h3 id="${key.kind}-key">${title}</h3>
    <p class="muted">${use}</p>
    ${keyTextView(key, viewer)} ${oldKeyView(key, visit)}
    ${factsView([
      ['Created', html`${formats.time(key.createdAt)} by ${actorView(key.createdBy)}`],
      ['Last used', key.lastUsedAt === null ? 'Never used' : formats.time(key.lastUsedAt)],
    ])}
    <p>
      <a class="quiet" href="${app.storePath}/settings/developers/keys/${key.kind}/regenerate"
        >Regenerate ${title.toLowerCase()}</a
      >
    </p>
  </section>`
}

const PATH = '/settings/developers'

const ORIGINS = { to: 'change the allowed origins', back: PATH }

export const developersPages: MemberPages = {
  [PATH]: { get: (visit) => sendDevelopers(visit) },
  [`${PATH}/origins`]: { ...leadTo(PATH), post: allowOrigin },
  [`${PATH}/origins/remove`]: { post: onceConfirmed(ORIGINS, removeOrigin) },
}

async function allowOrigin(visit: MemberVisit) {
  const { app, request, viewer, actor } = visit
  const fields = formFields(request)
  const origin = toOrigin(fields['origin'] ?? '')
  const refuse = (problem: string) => sendDevelopers(visit, { fields, errors: { origin: problem } })
  if (!isOrigin(origin)) return refuse(NO_ORIGIN)
  if (!(await isConfirmed(visit, ORIGINS))) return
  if ((await app.records.apiAccess.allowOrigin(viewer.store.id, origin, actor)) === 'too_many')
    return refuse('There are 100 origins already; remove one first.')
  return sayDone(visit, `${app.storePath}${PATH}`, `Pages of ${origin} may use the public key.`)
}

async function removeOrigin(visit: MemberVisit) {
  const { app, request, viewer, actor } = visit
  const origin = formField(request, 'origin')
  await app.records.apiAccess.removeOrigin(viewer.store.id, origin, actor)
  await sayDone(visit, `${app.storePath}${PATH}`, 'The origin was removed.')
}

/** What an address bar shows for a whole site means the site's origin. */
function toOrigin(typed: string) {
  const url = URL.parse(typed.trim())
  return url?.href === `${url?.origin}/` ? url.origin : typed.trim()
}

const isOrigin = (origin: string) => Origin.safeParse(origin).success && !origin.includes('*')

const NO_ORIGIN =
  'Enter one origin such as https://shop.example: https, the host, its port if it has one, and nothing behind it.'

const originView = (origin: string, { app, viewer }: MemberVisit) =>
  html`<li>
    <code>${origin}</code>
    ${buttonForm(viewer, {
      action: `${app.storePath}${PATH}/origins/remove`,
      fields: [hiddenField('origin', origin)],
      button: html`Remove${hidden(` ${origin}`)}`,
      isInline: true,
    })}
  </li>`

const OPEN_TO_ALL = noticeOf(
  'warning',
  html`<strong>Any page may use the public key and show your checkout.</strong> Add the origins of
    your own pages; from then on only those can.`,
)

const originsView = (visit: MemberVisit, origins: string[], typed: FormInput) =>
  sectionView('origins', 'Allowed origins', [
    origins.length === 0
      ? OPEN_TO_ALL
      : html`<p class="muted">
            Only pages of these origins may use the public key and show your checkout.
          </p>
          <ul class="rows origins">
            ${origins.map((origin) => originView(origin, visit))}
          </ul>`,
    formView(
      visit.viewer,
      {
        action: `${visit.app.storePath}${PATH}/origins`,
        attributes: UNCHECKED,
        button: 'Add origin',
      },
      [
        inputField({
          typed,
          name: 'origin',
          label: 'Origin',
          hint: 'Scheme, host and port, as in https://shop.example or http://localhost:4243',
          attributes: html`inputmode="url" autocomplete="off" autocapitalize="none"
          spellcheck="false" maxlength="300"`,
        }),
      ],
    ),
  ])

const exposedView = (at: Date, { storePath }: StoreAppContext, { formats }: Viewer) =>
  noticeOf(
    'danger',
    html`<strong>Your secret key was sent from a web page</strong> on ${formats.time(at)}. The
      request was refused, but everyone who opens that page can read the key.
      <a href="${storePath}/settings/developers/keys/secret/regenerate"
        >Regenerate the secret key</a
      >
      and use the public key in pages.`,
  )

const noAccessView = ({ storePath }: StoreAppContext) =>
  noticeOf(
    'warning',
    html`<strong>Your plan has no API access.</strong> Every request is answered with 403
      <code>plan_required</code>. <a href="${storePath}/settings/plan">Change the plan</a>`,
  )

async function sendDevelopers(visit: MemberVisit, typed: FormInput = {}) {
  const { app, viewer } = visit
  const access = await app.records.apiAccess.findAccess(viewer.store.id)
  const { keys, allowedOrigins, example, secretExposedAt } = access
  sendSettings(visit, {
    part: 'developers',
    title: 'Developers',
    styles: DEVELOPERS,
    errors: typed.errors,
    beside: html`<p class="actions">
      <a class="quiet" href="${app.storePath}${PATH}/webhooks">Webhooks</a>
      <a class="quiet" href="${app.storePath}${PATH}/requests">Request log</a>
      <a class="quiet" href="${app.storePath}${PATH}/scripts">Scripts</a>
      <a class="quiet" href="${app.urls.baseUrl}/docs">API reference</a>
    </p>`,
    main: html`<div class="sections developers">
      ${secretExposedAt === null ? undefined : exposedView(secretExposedAt, app, viewer)}
      ${viewer.store.plan === 'free' ? noAccessView(app) : undefined}
      ${sectionView('keys', 'API keys', [
        html`<div class="keys">${keyView(keys.public, visit)}${keyView(keys.secret, visit)}</div>`,
      ])}
      ${originsView(visit, allowedOrigins, typed)}
      ${quickStartView(app, { example, publicKey: keys.public.publicText })}
    </div>`,
  })
}
