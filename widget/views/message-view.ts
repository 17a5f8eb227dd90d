import { html, nothing, type TemplateResult } from 'lit/html.js'
import { RETURNED, type CheckoutState, type ErrorCode } from '../session/checkout-state.ts'
import { webAddress } from '../session/return-address.ts'
import { alertIcon, boxIcon, clockIcon } from './icons.ts'
import type { Ui } from './ui.ts'

type Message = {
  icon: TemplateResult
  title: string
  text: unknown
  action?: unknown
}
type Stated<Type extends CheckoutState['type']> = Extract<CheckoutState, { type: Type }>

const messageView = ({
  icon,
  title,
  text,
  action,
}: Message) => html`<section class="result" part="notice">
  <div class="mark">${icon}</div>
  <h1 tabindex="-1">${title}</h1>
  <p>${text}</p>
  ${action ? html`<div class="actions">${action}</div>` : nothing}
  <p class="error" role="alert" data-live="notice"></p>
</section>`

function backAction(
  { view }: Stated<'expired' | 'unavailable'>,
  { kept }: Ui,
  look: 'primary' | 'secondary' = 'primary',
) {
  const address = webAddress(view.cancelUrl)
  const text = kept('page.back', { store: view.store.name })
  return address
    ? html`<a class=${look} href=${address} data-cancel><span>${text}</span></a>`
    : nothing
}

/** Without script the button sends a form, and the page of the new session is the answer. */
export function expiredView(state: Stated<'expired'>, ui: Ui) {
  const { view } = state
  const message = { icon: clockIcon(), title: ui.t('expired.title') }
  const isReturned = view.attempt?.status === 'failed' && view.attempt.code === RETURNED
  const returned = isReturned && ui.t('declined.returned')
  if (!view.canRestart)
    return messageView({
      ...message,
      text: returned || ui.kept('expired.text', { store: view.store.name }),
      action: backAction(state, ui),
    })
  return messageView({
    ...message,
    text: returned || ui.t('problem.notCharged.do'),
    action: [
      html`<form method="post"><button class="primary" name="again" value="1" data-start>${ui.t('again.start')}</button></form>`,
      backAction(state, ui, 'secondary'),
    ],
  })
}

/** What was sold out may be there again: without script the same page says so. */
const lookAgain = ({ view }: Stated<'unavailable'>, { t }: Ui) =>
  view.canRestart ? html`<a class="secondary" href="" data-start>${t('again.start')}</a>` : nothing

export function unavailableView(state: Stated<'unavailable'>, ui: Ui) {
  const { t, kept } = ui
  const { why, view } = state
  const action = backAction(state, ui)
  if (why.reason === 'too_many_attempts') {
    return messageView({
      icon: alertIcon(),
      title: t('problem.declined'),
      text: kept('unavailable.tries.text', { store: view.store.name }),
      action,
    })
  }
  if (why.reason === 'sold_out') {
    return messageView({
      icon: boxIcon(),
      title: t('unavailable.soldOut'),
      text: t('unavailable.soldOut.text'),
      action: [action, lookAgain(state, ui)],
    })
  }
  return messageView({
    icon: boxIcon(),
    title: why.left ? t('unavailable.left', { left: why.left }) : t('unavailable.few'),
    text: t('unavailable.left.text', { quantity: view.item.quantity }),
    action: [action, lookAgain(state, ui)],
  })
}

const ERROR_TEXTS = {
  network: { title: 'error.network', text: 'error.network.text', again: true },
  internal: { title: 'error.title', text: 'error.broken', again: true },
  session_not_found: { title: 'error.notFound', text: 'error.notFound.text', again: false },
  origin_not_allowed: { title: 'error.origin', text: 'error.origin.text', again: false },
} as const satisfies Record<ErrorCode, { title: string; text: string; again: boolean }>

/** On our own page the server says it, and no script. */
const againView = (text: string, hosted: boolean) =>
  hosted
    ? html`<a class="primary" href=""><span>${text}</span></a>`
    : html`<button type="button" class="primary" data-again>${text}</button>`

/** None of them knows how a payment ended: they promise nothing. */
export function errorView({ code }: Stated<'error'>, { t, hosted }: Ui) {
  const { title, text, again } = ERROR_TEXTS[code]
  return messageView({
    icon: alertIcon(),
    title: t(title),
    text: t(text),
    action: again ? againView(t('error.again'), hosted) : nothing,
  })
}

/** In place of the card fields that did not come; on a merchant's page with the way to our own. */
export const unreachableView = (pageUrl: string | undefined, { t }: Ui) => html`
<div class="notice danger" part="notice" role="alert">
  ${alertIcon()}
  <div>
    <p><strong>${t('card.unreachable')}</strong> ${t('card.unreachable.do')}</p>
    <button type="button" class="secondary" data-reload>${t('error.again')}</button>
    ${pageUrl ? html`<p><a href=${pageUrl}>${t('card.page')}</a></p>` : nothing}
  </div>
</div>`
