import type { Request, Response } from 'express'
import { KeyKind } from '../../contract/platform.ts'
import { type KeyUse, MAX_COUNTED, keyHint } from './api-access.ts'
import { KeyOutdated, regenerateKey } from '../../checkout/regenerate-key.ts'
import type { Formats } from '../frame/formats.ts'
import { csrfField, formField } from '../frame/forms.ts'
import { type Html, html } from '../frame/html.ts'
import { sendMessage } from '../frame/message.page.ts'
import { redirectWith } from '../frame/notices.ts'
import { pages } from '../frame/pages.ts'
import { type StoreAppContext, type Viewer, actorOf } from '../frame/store-app-context.ts'
import { ownerAction, ownerPage } from '../frame/store-auth.ts'
import { isStepUp } from '../frame/step-up.page.ts'
import { DEVELOPERS } from './developers.styles.ts'
import { sendSettings } from '../frame/settings-frame.ts'

export const apiKeyRoutes = (app: StoreAppContext) =>
  pages(app, {
    '/settings/developers/keys/:kind/regenerate': {
      get: ownerPage(app, async (request, response, viewer) => {
        const kind = kindOf(request)
        return kind
          ? sendRegenerate(app, response, { kind, viewer })
          : sendMessage(app, response, { status: 404, viewer })
      }),
      post: ownerAction(app, async (request, response, viewer) => {
        const kind = kindOf(request)
        if (!kind) return sendMessage(app, response, { status: 404, viewer })
        const sensitive = { to: `regenerate the ${kind} key`, back: '/settings/developers' }
        if (!(await isStepUp(app, request, response, { viewer, ...sensitive }))) return
        return regenerate(app, response, {
          kind,
          viewer,
          actor: actorOf(viewer, request),
          seen: formField(request, 'last4'),
        })
      }),
    },
  })

const kindOf = ({ params }: Request) => KeyKind.safeParse(params['kind']).data

type Regeneration = {
  kind: KeyKind
  viewer: Viewer
  actor: ReturnType<typeof actorOf>
  seen: string
}

async function regenerate(
  app: StoreAppContext,
  response: Response,
  { kind, viewer, actor, seen }: Regeneration,
) {
  const regeneration = { store: viewer.store, kind, actor, seen }
  try {
    const key = await regenerateKey(app.keyRegeneration, regeneration)
    await redirectWith(app, response, {
      to: `${app.storePath}/settings/developers`,
      kind: 'success',
      text: `The ${kind} key was regenerated. The one before has stopped working.`,
      ...(kind === 'secret' && {
        secret: { label: 'Your new secret key. It is shown this once: copy it now.', value: key },
      }),
    })
  } catch (error) {
    if (!(error instanceof KeyOutdated)) throw error
    await sendRegenerate(app, response.status(422), { kind, viewer, isOutdated: true })
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

function useView({ calls, lastUsedAt, isCut }: KeyUse, formats: Formats): Html {
  const last =
    lastUsedAt === null
      ? html`It was never used.`
      : html`It was last used on ${formats.time(lastUsedAt)}.`
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

const OUTDATED = html`<div class="notice danger" role="alert">
  <p>
    <strong>This key has been regenerated already</strong> since you opened the page. What follows
    is about the new one.
  </p>
</div>`

type RegeneratePage = { kind: KeyKind; viewer: Viewer; isOutdated?: boolean }

async function sendRegenerate(
  app: StoreAppContext,
  response: Response,
  { kind, viewer, isOutdated = false }: RegeneratePage,
) {
  const use = await app.records.apiAccess.findKeyUse(viewer.store.id, kind)
  const { stops, goesOn } = CONSEQUENCES[kind]
  const back = `${app.storePath}/settings/developers`
  sendSettings(app, response, {
    part: 'developers',
    title: `Regenerate the ${kind} key`,
    viewer,
    hasErrors: isOutdated,
    styles: DEVELOPERS,
    main: html`<p class="back"><a href="${back}">Developers</a></p>
      <h1>Regenerate the ${kind} key</h1>
      <div class="sections developers">
        ${isOutdated ? OUTDATED : undefined}
        <div class="notice warning">
          <p>
            <strong
              >The key <code>${keyHint({ kind, last4: use.last4 })}</code> stops working at
              once.</strong
            >
            From the next request on it is answered with 401 <code>invalid_api_key</code>, wherever
            it is used, until the new key is there.
          </p>
        </div>
        <section aria-labelledby="stops">
          <h2 id="stops">What stops</h2>
          <p>${stops}</p>
        </section>
        <section aria-labelledby="goes-on">
          <h2 id="goes-on">What goes on</h2>
          <p>${goesOn}</p>
        </section>
        <section aria-labelledby="use">
          <h2 id="use">What the key was used for</h2>
          ${useView(use, viewer.formats)}
        </section>
        <form class="form" method="post" action="${back}/keys/${kind}/regenerate">
          ${csrfField(viewer)}
          <input type="hidden" name="last4" value="${use.last4}" />
          <div class="actions">
            <button class="button danger-button">Regenerate the ${kind} key</button>
            <a class="quiet" href="${back}">Keep the key</a>
          </div>
        </form>
      </div>`,
  })
}
