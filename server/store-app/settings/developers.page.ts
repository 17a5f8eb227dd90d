import type { Response } from 'express'
import { Origin } from '../../contract/fields.ts'
import type { ApiAccess } from './api-access.ts'
import { keyView } from './api-key-view.ts'
import { csrfField, errorSummary, formField, inputField } from '../frame/forms.ts'
import { html } from '../frame/html.ts'
import { redirectWith } from '../frame/notices.ts'
import { pages } from '../frame/pages.ts'
import { type StoreAppContext, type Viewer, actorOf } from '../frame/store-app-context.ts'
import { type Sensitive, confirmed, isStepUp } from '../frame/step-up.page.ts'
import { ownerAction, ownerPage } from '../frame/store-auth.ts'
import { DEVELOPERS } from './developers.styles.ts'
import { quickStartView } from './quick-start.ts'
import { sendSettings } from '../frame/settings-frame.ts'

const ORIGINS: Sensitive = { to: 'change the allowed origins', back: '/settings/developers' }

/** An origin that was typed and not taken. */
type Refused = { origin: string; error: string }

export function developersPageRoutes(app: StoreAppContext) {
  const {
    records: { apiAccess },
    storePath,
  } = app
  const to = `${storePath}/settings/developers`
  return pages(app, {
    '/settings/developers': {
      get: ownerPage(app, async (_request, response, viewer) =>
        sendDevelopers(app, response, viewer),
      ),
    },
    '/settings/developers/origins': {
      post: ownerAction(app, async (request, response, viewer) => {
        const typed = formField(request, 'origin')
        const origin = toOrigin(typed)
        const refuse = (error: string) =>
          sendDevelopers(app, response.status(422), viewer, { origin: typed, error })
        if (!isOrigin(origin)) return refuse(NO_ORIGIN)
        if (!(await isStepUp(app, request, response, { viewer, ...ORIGINS }))) return
        const actor = actorOf(viewer, request)
        if ((await apiAccess.allowOrigin(viewer.store.id, origin, actor)) === 'too_many')
          return refuse('There are 100 origins already; remove one first.')
        const text = `Pages of ${origin} may use the public key.`
        return redirectWith(app, response, { to, kind: 'success', text })
      }),
    },
    '/settings/developers/origins/remove': {
      post: ownerAction(
        app,
        confirmed(app, ORIGINS, async (request, response, viewer) => {
          const origin = formField(request, 'origin')
          await apiAccess.removeOrigin(viewer.store.id, origin, actorOf(viewer, request))
          const text = 'The origin was removed.'
          return redirectWith(app, response, { to, kind: 'success', text })
        }),
      ),
    },
  })
}

/** What an address bar shows for a whole site means the site's origin. */
function toOrigin(typed: string) {
  const url = URL.parse(typed.trim())
  return url?.href === `${url?.origin}/` ? url.origin : typed.trim()
}

const isOrigin = (origin: string) => Origin.safeParse(origin).success && !origin.includes('*')

const NO_ORIGIN =
  'Enter one origin such as https://shop.example: https, the host, its port if it has one, and nothing behind it.'

const removeView = (origin: string, { storePath }: StoreAppContext, viewer: Viewer) =>
  html`<li>
    <code>${origin}</code>
    <form method="post" action="${storePath}/settings/developers/origins/remove">
      ${csrfField(viewer)}
      <input type="hidden" name="origin" value="${origin}" />
      <button class="quiet">Remove<span class="visually-hidden"> ${origin}</span></button>
    </form>
  </li>`

const OPEN_TO_ALL = html`<div class="notice warning">
  <p>
    <strong>Any page may use the public key and show your checkout.</strong> Add the origins of your
    own pages; from then on only those can.
  </p>
</div>`

const originsView = (
  app: StoreAppContext,
  viewer: Viewer,
  { allowedOrigins, refused }: ApiAccess & { refused: Refused | undefined },
) =>
  html`<section aria-labelledby="origins">
    <h2 id="origins">Allowed origins</h2>
    ${
      allowedOrigins.length === 0
        ? OPEN_TO_ALL
        : html`<p class="muted">
              Only pages of these origins may use the public key and show your checkout.
            </p>
            <ul class="origins">
              ${allowedOrigins.map((origin) => removeView(origin, app, viewer))}
            </ul>`
    }
    <form
      class="form"
      method="post"
      action="${app.storePath}/settings/developers/origins"
      novalidate
    >
      ${csrfField(viewer)}
      ${inputField({
        name: 'origin',
        label: 'Origin',
        value: refused?.origin ?? '',
        error: refused?.error,
        hint: 'Scheme, host and port, as in https://shop.example or http://localhost:4243',
        attributes: html`inputmode="url" autocomplete="off" autocapitalize="none" spellcheck="false"
        maxlength="300"`,
      })}
      <div class="actions"><button class="button">Add origin</button></div>
    </form>
  </section>`

const exposedView = (at: Date, { storePath }: StoreAppContext, { formats }: Viewer) =>
  html`<div class="notice danger">
    <p>
      <strong>Your secret key was sent from a web page</strong> on ${formats.time(at)}. The request
      was refused, but everyone who opens that page can read the key.
      <a href="${storePath}/settings/developers/keys/secret/regenerate"
        >Regenerate the secret key</a
      >
      and use the public key in pages.
    </p>
  </div>`

const noAccessView = ({ storePath }: StoreAppContext) =>
  html`<div class="notice warning">
    <p>
      <strong>Your plan has no API access.</strong> Every request is answered with 403
      <code>plan_required</code>. <a href="${storePath}/settings/plan">Change the plan</a>
    </p>
  </div>`

async function sendDevelopers(
  app: StoreAppContext,
  response: Response,
  viewer: Viewer,
  refused?: Refused,
) {
  const access = await app.records.apiAccess.findAccess(viewer.store.id)
  const { keys, example, secretExposedAt } = access
  sendSettings(app, response, {
    part: 'developers',
    title: 'Developers',
    viewer,
    styles: DEVELOPERS,
    hasErrors: refused !== undefined,
    main: html`<div class="heading">
        <h1>Developers</h1>
        <p class="actions">
          <a class="quiet" href="${app.storePath}/settings/developers/requests">Request log</a>
          <a class="quiet" href="${app.urls.baseUrl}/docs">API reference</a>
        </p>
      </div>
      <div class="sections developers">
        ${errorSummary(refused && { origin: refused.error })}
        ${secretExposedAt === null ? undefined : exposedView(secretExposedAt, app, viewer)}
        ${viewer.store.plan === 'free' ? noAccessView(app) : undefined}
        <section aria-labelledby="keys">
          <h2 id="keys">API keys</h2>
          <div class="keys">
            ${keyView(keys.public, app, viewer)}${keyView(keys.secret, app, viewer)}
          </div>
        </section>
        ${originsView(app, viewer, { ...access, refused })}
        ${quickStartView(app, { example, publicKey: keys.public.publicText })}
      </div>`,
  })
}
