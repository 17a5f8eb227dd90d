import type { StoreStatistics } from './statistics.ts'
import { type Html, html } from '../frame/html.ts'
import { sessionCommand } from '../frame/session-command.ts'
import { sectionView } from '../frame/sections.ts'
import type { MemberVisit, Viewer } from '../frame/store-app-context.ts'

type Step = { title: string; isDone: boolean; next: Html }

/** The public key for an owner; staff see no keys, and get a placeholder. */
const keyFor = ({ role, store }: Viewer, publicKey: string | null) =>
  (role === 'owner' ? publicKey : null) ?? (store.isTest ? 'pk_test_…' : 'pk_live_…')

const commandView = (command: string) =>
  html`<div class="command">
    <pre tabindex="0" role="region" aria-label="Command"><code>${command}</code></pre>
    <button type="button" class="quiet" data-copy="${command}" hidden>Copy</button>
  </div>`

function stepsOf(
  { app: { storePath, urls }, viewer }: MemberVisit,
  { steps, itemToTry, publicKey }: StoreStatistics,
): Step[] {
  const { baseUrl } = urls
  return [
    {
      title: 'Add a product',
      isDone: steps.hasProduct,
      next: html`<p>
        <a href="${storePath}/products/-/new">Add what you sell</a>, with its price and stock.
      </p>`,
    },
    {
      title: 'Use your API key',
      isDone: steps.hasUsedKey,
      next:
        viewer.role === 'owner'
          ? html`<p>
              It is in <a href="${storePath}/settings/developers">Settings, Developers</a>. The
              secret key is for your server only.
            </p>`
          : html`<p>An owner of the store has it.</p>`,
    },
    {
      title: 'Create the first checkout session',
      isDone: steps.hasSession,
      next: itemToTry
        ? html`<p>Run this, and open the address that comes back:</p>
            ${commandView(
              sessionCommand(baseUrl, { item: itemToTry, key: keyFor(viewer, publicKey) }),
            )}
            <p>All about it is in the <a href="${baseUrl}/docs">API reference</a>.</p>`
        : html`<p>
            The <a href="${baseUrl}/docs">API reference</a> says how, once something is for sale.
          </p>`,
    },
    {
      title: 'Receive the first order',
      isDone: steps.hasOrder,
      next: html`<p>
        Open the checkout page of a session and pay. The order is in
        <a href="${storePath}/orders">Orders</a> at once.
      </p>`,
    },
  ]
}

const DONE = html`<span class="visually-hidden">, done</span>`

/** What a new store has to do next; nothing once all of it is done. */
export function checklistView(visit: MemberVisit, statistics: StoreStatistics) {
  const steps = stepsOf(visit, statistics)
  const done = steps.filter(({ isDone }) => isDone).length
  if (done === steps.length) return undefined
  return sectionView(
    'checklist',
    'Set up your store',
    html`<p class="muted">${done} of ${steps.length} done</p>
      <ol class="checklist">
        ${steps.map(
          ({ title, isDone, next }) =>
            html`<li ${isDone ? html`class="done"` : undefined}>
              <p class="strong">${title}${isDone ? DONE : undefined}</p>
              ${isDone ? undefined : next}
            </li> `,
        )}
      </ol>`,
  )
}
