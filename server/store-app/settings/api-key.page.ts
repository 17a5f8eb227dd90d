import type { Request, Response } from 'express'
import { KeyKind } from '../../contract/platform.ts'
import { type KeyUse, MAX_COUNTED, keyHint } from './api-access.ts'
import { KeyOutdated, regenerateKey } from '../../checkout/regenerate-key.ts'
import type { Formats } from '../frame/formats.ts'
import { csrfField, formField, selectField } from '../frame/forms.ts'
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
          graceSeconds: graceOf(formField(request, 'grace')),
        })
      }),
    },
    '/settings/developers/keys/:kind/end': {
      post: ownerAction(app, async (request, response, viewer) => {
        const kind = kindOf(request)
        if (!kind) return sendMessage(app, response, { status: 404, viewer })
        const sensitive = { to: `end the old ${kind} key`, back: '/settings/developers' }
        if (!(await isStepUp(app, request, response, { viewer, ...sensitive }))) return
        const actor = actorOf(viewer, request)
        await app.records.apiAccess.endOldKey(viewer.store.id, { kind, actor })
        return redirectWith(app, response, {
          to: `${app.storePath}/settings/developers`,
          kind: 'success',
          text: `The old ${kind} key has stopped working.`,
        })
      }),
    },
  })

const HOUR_SECONDS = 3_600

/** How long the old key goes on; whatever else is sent means not at all. */
const GRACES = [
  { value: '0', text: 'At once' },
  { value: String(24 * HOUR_SECONDS), text: 'After 24 hours' },
  { value: String(7 * 24 * HOUR_SECONDS), text: 'After 7 days' },
]

const graceOf = (typed: string) => Number(GRACES.find(({ value }) => value === typed)?.value ?? 0)

const kindOf = ({ params }: Request) => KeyKind.safeParse(params['kind']).data

type Regeneration = {
  kind: KeyKind
  viewer: Viewer
  actor: ReturnType<typeof actorOf>
  seen: string
  graceSeconds: number
}

async function regenerate(
  app: StoreAppContext,
  response: Response,
  { kind, viewer, actor, seen, graceSeconds }: Regeneration,
) {
  const regeneration = { store: viewer.store, kind, actor, seen, graceSeconds }
  try {
    const { key, oldEndsAt } = await regenerateKey(app.keyRegeneration, regeneration)
    await redirectWith(app, response, {
      to: `${app.storePath}/settings/developers`,
      kind: 'success',
      text:
        oldEndsAt === null
          ? `The ${kind} key was regenerated. The one before has stopped working.`
          : `The ${kind} key was regenerated. The one before works until ${viewer.formats.instant(oldEndsAt)}.`,
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
              >The key <code>${keyHint(viewer.store, { kind, last4: use.last4 })}</code> stops
              working at once, unless you let it go on for a while.</strong
            >
            From then on it is answered with 401 <code>invalid_api_key</code>, wherever it is used,
            until the new key is there. A key from before that still works stops at once.
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
          ${selectField({
            name: 'grace',
            label: 'The old key stops working',
            value: '0',
            options: GRACES,
            hint: 'Both keys work until then. At once, if somebody else may have the old one.',
          })}
          <div class="actions">
            <button class="button danger-button">Regenerate the ${kind} key</button>
            <a class="quiet" href="${back}">Keep the key</a>
          </div>
        </form>
      </div>`,
  })
}
