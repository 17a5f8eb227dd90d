import { actorView } from '../frame/actor-view.ts'
import { csrfField } from '../frame/forms.ts'
import { type Html, html } from '../frame/html.ts'
import type { StoreAppContext, Viewer } from '../frame/store-app-context.ts'
import { type ApiKey, keyHint } from './api-access.ts'

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
    : html`<div class="copy">
        <code>${publicText}</code>
        <button type="button" class="quiet" data-copy="${publicText}" hidden>Copy key</button>
      </div>`

const createdBy = ({ createdBy: name }: ApiKey) => html` by ${actorView(name)}`

const oldKeyView = (
  { kind, old }: ApiKey,
  { storePath }: StoreAppContext,
  viewer: Viewer,
): Html | undefined =>
  old === null
    ? undefined
    : html`<div class="notice warning">
        <p>
          The key before, <code>${keyHint(viewer.store, { kind, last4: old.last4 })}</code>, works
          until ${viewer.formats.time(old.endsAt)}.
          ${
            old.lastUsedAt === null
              ? 'It was never used.'
              : html`It was last used on ${viewer.formats.time(old.lastUsedAt)}.`
          }
        </p>
        <form method="post" action="${storePath}/settings/developers/keys/${kind}/end">
          ${csrfField(viewer)}
          <button class="quiet">
            End it now<span class="visually-hidden">: the old ${kind} key</span>
          </button>
        </form>
      </div>`

export function keyView(key: ApiKey, app: StoreAppContext, viewer: Viewer) {
  const { storePath } = app
  const { formats } = viewer
  const { title, use } = KINDS[key.kind]
  return html`<section class="key" aria-labelledby="${key.kind}-key">
    <h3 id="${key.kind}-key">${title}</h3>
    <p class="muted">${use}</p>
    ${keyTextView(key, viewer)} ${oldKeyView(key, app, viewer)}
    <dl class="facts">
      <div>
        <dt>Created</dt>
        <dd>${formats.time(key.createdAt)}${createdBy(key)}</dd>
      </div>
      <div>
        <dt>Last used</dt>
        <dd>${key.lastUsedAt === null ? 'Never used' : formats.time(key.lastUsedAt)}</dd>
      </div>
    </dl>
    <p>
      <a class="quiet" href="${storePath}/settings/developers/keys/${key.kind}/regenerate"
        >Regenerate ${title.toLowerCase()}</a
      >
    </p>
  </section>`
}
