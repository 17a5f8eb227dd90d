import type { StoreStatistics } from './statistics.ts'
import { type Html, html } from '../../web/html.ts'
import type { MemberVisit, Viewer } from '../frame/store-app-context.ts'
import { sectionView } from '../frame/sections.ts'
import { buyUrlOf } from '../../checkout/sessions/buy-link.ts'
import { NO_PRODUCT, codeView, sessionCommand } from '../frame/members/session-command.ts'
import { sharePath } from '../frame/list-page.ts'

type Step = [title: string, isDone: boolean, next: Html]

/** The public key for owners, and a placeholder for staff, who see no keys. */
const keyFor = ({ role, store }: Viewer, publicKey: string | null) =>
  (role === 'owner' ? publicKey : null) ?? (store.isTest ? 'pk_test_…' : 'pk_live_…')

/** `isReal`: its buyers pay with real money. */
function stepsOf(
  { app: { storePath, urls }, viewer: { role, store } }: MemberVisit,
  { steps, leftOut, itemToTry }: StoreStatistics,
  isReal: boolean,
): Step[] {
  const settings = (path: string, text: string) =>
    role === 'owner' ? html`<a href="${storePath}/settings/${path}">${text}</a>` : html`${text}`
  const { product: slug } = itemToTry ?? { product: '-' }
  const link = buyUrlOf(urls.checkoutUrl, { storeId: store.id, slug })
  const sold = (text: Html) =>
    itemToTry ? html`<p>${text}</p>` : html`<p>Once something is for sale.</p>`
  return [
    [
      'Add a product',
      steps.hasProduct,
      html`<p>
        <a href="${storePath}/products/-/new">Add what you sell</a>, with its price and stock.
      </p>`,
    ],
    [
      'Say what delivery costs',
      steps.hasDelivery,
      html`<p>It is free until ${settings('delivery', 'Settings, Delivery')} says more.</p>`,
    ],
    [
      'Say who sells',
      leftOut.unsaid.length === 0,
      html`<p>
        Your name, address and terms under ${settings('general/seller', 'Seller and terms')}, and
        how buyers reach you under ${settings('general', 'Settings, General')}.
      </p>`,
    ],
    [
      isReal ? 'Open your link and buy once' : 'Open your link and buy with the test card',
      steps.hasOrder,
      sold(
        html`<a href="${link}" target="_blank">Open your link</a> and pay
          ${isReal ? 'with a card of yours: you can refund it' : 'with 4242\u00a04242\u00a04242\u00a04242'}.
          The order is in <a href="${storePath}/orders">Orders</a> at once.`,
      ),
    ],
    [
      'Share it',
      false,
      sold(
        html`<a href="${sharePath({ storePath }, slug)}">Share your product</a>: its link, its QR
          code, or its button for a page of yours.`,
      ),
    ],
  ]
}

/** For those who sell by a program. */
const serverView = (
  { app: { urls }, viewer }: MemberVisit,
  { itemToTry, publicKey }: StoreStatistics,
) =>
  html`<details>
    <summary>With your own server</summary>
    <p>
      Your server creates a checkout session and sends the buyer to the address that comes back. The
      <a href="${urls.baseUrl}/docs">API reference</a> has more.
    </p>
    ${codeView(
      sessionCommand(urls.baseUrl, {
        item: itemToTry ?? NO_PRODUCT,
        key: keyFor(viewer, publicKey),
      }),
      { label: 'Command', copy: 'Copy' },
    )}
  </details>`

const DONE = html`<span class="visually-hidden">, done</span>`

/** What a new store has to do next; nothing once it has sold to more than one buyer. */
export function checklistView(visit: MemberVisit, statistics: StoreStatistics, isReal: boolean) {
  if (statistics.steps.isShared) return undefined
  const steps = stepsOf(visit, statistics, isReal)
  const done = steps.filter(([, isDone]) => isDone).length
  return sectionView('checklist', 'Set up your store', [
    html`<p class="muted">${done} of ${steps.length} done</p>
      <ol class="card checklist">
        ${steps.map(
          ([title, isDone, next]) =>
            html`<li ${isDone ? html`class="done"` : undefined}>
              <p class="strong">${title}${isDone ? DONE : undefined}</p>
              ${isDone ? undefined : next}
            </li> `,
        )}
      </ol>`,
    serverView(visit, statistics),
  ])
}
