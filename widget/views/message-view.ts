import { html, nothing, type TemplateResult } from 'lit/html.js'
import { RETURNED, type ErrorCode, type StateOf } from '../session/checkout-state.ts'
import { webAddress } from '../session/return-address.ts'
import { alertIcon, boxIcon, clockIcon } from './icons.ts'
import { contactAddress } from './seller-view.ts'
import { itemView } from './summary-view.ts'
import type { Ui } from './ui.ts'

type Message = {
  icon: TemplateResult
  title: string
  text: unknown
  action?: unknown
  /** What was to be bought. */
  bought?: TemplateResult
}

const messageView = ({
  icon,
  title,
  text,
  action,
  bought,
}: Message) => html`<section class="result" part="notice">
  <div class="mark">${icon}</div>
  <h1 tabindex="-1">${title}</h1>
  <p>${text}</p>
  ${bought ? html`<div class="summary">${bought}</div>` : nothing}
  ${action ? html`<div class="actions">${action}</div>` : nothing}
  <p class="error" role="alert" data-live="notice"></p>
</section>`

/** The way back to the store, or else how to ask it. */
function storeAction(
  { view: { store, cancelUrl } }: StateOf<'expired' | 'unavailable'>,
  { kept }: Ui,
  look: 'primary' | 'secondary' = 'primary',
) {
  const address = webAddress(cancelUrl)
  const text = kept('page.back', { store: store.name })
  if (address) return html`<a class=${look} href=${address} data-cancel><span>${text}</span></a>`
  const contact = contactAddress(store)
  return contact
    ? html`<a class=${look} href=${contact}><span dir="ltr">${store.contactEmail ?? store.contactPhone}</span></a>`
    : nothing
}

/** Without script the button sends a form. The answer is the page of the new session. */
const startView = ({ t }: Ui) =>
  html`<form method="post"><button class="primary" name="again" value="1" data-start>${t('again.start')}</button></form>`

export function expiredView(state: StateOf<'expired'>, ui: Ui) {
  const { attempt, canRestart, store } = state.view
  const { t, kept } = ui
  const isReturned = attempt?.status === 'failed' && attempt.code === RETURNED
  const text = canRestart ? t('problem.notCharged.do') : kept('expired.text', { store: store.name })
  return messageView({
    icon: clockIcon(),
    title: t('expired.title'),
    text: isReturned ? t('declined.returned') : text,
    action: canRestart
      ? [startView(ui), storeAction(state, ui, 'secondary')]
      : storeAction(state, ui),
    bought: itemView(state.view, ui),
  })
}

/** An item that was sold out may be there again. Without script the same page shows that. */
const lookAgain = ({ view }: StateOf<'unavailable'>, { t }: Ui) =>
  view.canRestart ? html`<a class="secondary" href="" data-start>${t('again.start')}</a>` : nothing

export function unavailableView(state: StateOf<'unavailable'>, ui: Ui) {
  const { t, kept } = ui
  const { view, why } = state
  const store = view.store.name
  const action = storeAction(state, ui)
  if (why.reason === 'too_many_attempts')
    return messageView({
      icon: alertIcon(),
      title: t('problem.declined'),
      text: kept('unavailable.tries.text', { store }),
      action,
    })
  const item = {
    icon: boxIcon(),
    action: [action, lookAgain(state, ui)],
    bought: itemView(view, ui),
  }
  return why.reason === 'sold_out'
    ? messageView({
        ...item,
        title: t('unavailable.soldOut'),
        text: kept('unavailable.soldOut.text', { store }),
      })
    : messageView({
        ...item,
        title: why.left ? t('unavailable.left', { left: why.left }) : t('unavailable.few'),
        text: t('unavailable.left.text', { quantity: view.item.quantity }),
      })
}

const ERROR_TEXTS = {
  network: { title: 'error.network', text: 'error.network.text', again: true },
  internal: { title: 'error.title', text: 'error.broken', again: true },
  session_not_found: { title: 'error.unknown', text: 'error.notFound.text', again: false },
  origin_not_allowed: { title: 'error.origin', text: 'error.origin.text', again: false },
} as const satisfies Record<ErrorCode, { title: string; text: string; again: boolean }>

/** On our own page the next load shows what the server says. */
const againView = (text: string, hosted: boolean) =>
  hosted
    ? html`<a class="primary" href=""><span>${text}</span></a>`
    : html`<button type="button" class="primary" data-again>${text}</button>`

/** Nobody knows here how a payment ended, so no text promises anything. */
export function errorView({ code }: StateOf<'error'>, { t, hosted }: Ui) {
  const { title, text, again } = ERROR_TEXTS[code]
  return messageView({
    icon: alertIcon(),
    title: t(title),
    text: t(text),
    action: again ? againView(t('error.again'), hosted) : nothing,
  })
}

/** Replaces card fields that did not come. A merchant's page links to our own page, too. */
export const unreachableView = (pageUrl: string | undefined, { t }: Ui) => html`
<div class="notice danger" part="notice" role="alert">
  ${alertIcon()}
  <div>
    <p><strong>${t('card.unreachable')}</strong> ${t('card.unreachable.do')}</p>
    <button type="button" class="secondary" data-reload>${t('error.again')}</button>
    ${pageUrl ? html`<p><a href=${pageUrl}>${t('card.page')}</a></p>` : nothing}
  </div>
</div>`
