import { html, nothing, type TemplateResult } from 'lit/html.js'
import {
  RETURNED,
  type FieldProblem,
  type FormState,
  type Problem,
} from '../session/checkout-state.ts'
import { alertIcon, clockIcon } from './icons.ts'
import type { Ui } from './ui.ts'

/** What the page knows beside the session's state. */
export type Surroundings = {
  offline?: boolean
  /** How many of the last five minutes are left. */
  minutesLeft?: number
  /** What a buyer who has started again saw before, and what it is now, if that is different. */
  totals?: { before: string; now: string } | undefined
  /** What the link back says. (Default: the store’s name.) */
  back?: string | undefined
}

type Notice = {
  kind: 'info' | 'warning'
  title: unknown
  text?: unknown
  action?: TemplateResult
  /** (Default: a clock for a warning, which is mostly about time.) */
  icon?: TemplateResult
}

const noticeBox = ({
  kind,
  title,
  text,
  action,
  icon = kind === 'warning' ? clockIcon() : alertIcon(),
}: Notice) => html`<div class="notice ${kind}" part="notice">
  ${icon}
  <div><p><strong>${title}</strong>${text && [' ', text]}</p>${action ?? nothing}</div>
</div>`

const linkTo = ({ field, message }: FieldProblem) =>
  html`<li><a href="#${field}" data-go=${field}>${message}</a></li>`

/** Of more wrong fields no list is read: each says for itself what is wrong, and the first is next. */
export const MOST_LISTED = 4

const summaryBox = (title: string, text: unknown, links: FieldProblem[] = []) =>
  html`<div class="notice danger" part="errors" role="group" tabindex="-1" data-problem aria-labelledby="problem-title">
    ${alertIcon()}
    <div role="alert">
      <h2 id="problem-title">${title}</h2>
      ${text ? html`<p>${text}</p>` : nothing}
      ${links.length ? html`<ul>${links.map(linkTo)}</ul>` : nothing}
    </div>
  </div>`

/** By the code of the server. Its sentences are for the merchant's program. */
export function declineText(code: string, t: Ui['t']) {
  switch (code) {
    case 'insufficient_funds':
      return t('declined.funds')
    case 'authentication_failed':
      return t('declined.bank')
    case 'attempt_given_up':
      return t('declined.late')
    case RETURNED:
      return t('declined.returned')
    default:
      return t('declined.other')
  }
}

function explain(problem: Problem, t: Ui['t']) {
  switch (problem.type) {
    case 'invalid':
      return wrongFieldsView(problem.fields, t)
    case 'declined':
    case 'not_charged':
      return nothing
    case 'rate_limited':
      return summaryBox(t('problem.limited'), t('problem.later.do'))
    case 'payments_unavailable':
      return summaryBox(t('problem.unavailable'), t('problem.later.do'))
    case 'refused':
      return summaryBox(t('problem.refused'), t('error.text'))
    case 'unreachable':
      return summaryBox(t(problem.title), t('card.unreachable.do'))
    default:
      return problem satisfies never
  }
}

function wrongFieldsView(fields: FieldProblem[], t: Ui['t']) {
  const { length: count } = fields
  // A single wrong field gets the focus. A list of one would only stand in the way.
  if (count < 2) return nothing
  return count > MOST_LISTED
    ? summaryBox(t('problem.title'), t('problem.many', { count }))
    : summaryBox(t('problem.title'), undefined, fields)
}

export const problemView = (state: FormState, { t }: Ui) =>
  state.type === 'ready' && state.problem ? explain(state.problem, t) : nothing

/** Why the last payment came to nothing. It is said at the card, where the buyer goes on. */
export function unpaidView(state: FormState, { t, kept }: Ui) {
  const problem = state.type === 'ready' ? state.problem : undefined
  if (problem?.type === 'not_charged')
    return summaryBox(t('problem.notCharged'), t('problem.notCharged.do'))
  if (problem?.type !== 'declined') return nothing
  const { card } = problem
  return summaryBox(t('problem.declined'), [
    card && html`<strong>${kept('declined.card', { last4: card.last4 })}</strong> `,
    declineText(problem.code, t),
  ])
}

function waitingView(state: Extract<FormState, { type: 'processing' }>, { t, kept, hosted }: Ui) {
  const { view, wait, action } = state
  if (action) {
    const isBank = action.type === 'challenge'
    // A merchant's page stays open, and so does a page whose link only shows how to pay.
    const target = hosted && action.type === 'redirect' ? nothing : '_blank'
    const onward = isBank
      ? html`<button type="button" class="primary" data-bank>${t('payment.bank.open')}</button>`
      : html`<a class="primary" href=${action.url} target=${target}>${t('payment.leave.open')}</a>`
    return noticeBox({
      kind: 'info',
      title: t(isBank ? 'payment.bank' : 'payment.leave'),
      action: html`<div class="actions">${onward}
        <button type="button" class="secondary" data-other>${t('payment.other')}</button></div>`,
    })
  }
  if (wait === 'slow') return noticeBox({ kind: 'info', title: t('payment.slow') })
  if (wait === 'unknown')
    return noticeBox({
      kind: 'warning',
      title: t('payment.unknown'),
      text: t('payment.unknown.do'),
    })
  if (wait === 'stuck') {
    return noticeBox({
      kind: 'warning',
      title: t('payment.unknown'),
      text: kept('payment.stuck.do', { store: view.store.name, reference: view.id }),
      action: html`<button type="button" class="secondary" data-check>${t('payment.check')}</button>`,
    })
  }
  return nothing
}

/**
 * The lines above the button: how a payment is going, that time runs out, or that the connection is
 * gone.
 */
export function noticeView(
  state: FormState,
  ui: Ui,
  { offline, minutesLeft, totals }: Surroundings = {},
) {
  if (state.type === 'processing') return waitingView(state, ui)
  return [
    offline
      ? noticeBox({ kind: 'warning', icon: alertIcon(), title: ui.t('problem.offline') })
      : nothing,
    totals ? noticeBox({ kind: 'info', title: ui.kept('again.total', totals) }) : nothing,
    minutesLeft ? deadlineView(state, ui, minutesLeft) : nothing,
  ]
}

function deadlineView({ view }: FormState, ui: Ui, minutes: number) {
  const { t, kept } = ui
  const { expiresAt, currency, store, canRestart } = view
  const time = ui.time(expiresAt, { full: false, currency })
  return noticeBox({
    kind: 'warning',
    title: t('deadline.soon', { minutes }),
    text: canRestart
      ? kept('deadline.soon.do', { time })
      : kept('deadline.soon.store', { time, store: store.name }),
  })
}

/** What a screen reader says during a payment. */
export function statusText(state: FormState, { t, kept, money }: Ui, total: number) {
  if (state.type === 'ready') return ''
  if (state.action) return t(state.action.type === 'challenge' ? 'payment.bank' : 'payment.leave')
  if (state.wait === 'bank') return kept('payment.status', { amount: money(total, state.view) })
  return state.wait === 'slow' ? t('payment.slow') : t('payment.unknown')
}
