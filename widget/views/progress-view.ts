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
  kind: 'info' | 'warning' | 'danger'
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

const summaryBox = (title: string, text: unknown, links: FieldProblem[]) =>
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

/** Whether other card details may help. Who has paid without a card gets one of the other codes. */
const isOfCard = (code: string) => code !== 'attempt_given_up' && code !== RETURNED

function explain(problem: Problem, t: Ui['t']) {
  switch (problem.type) {
    case 'invalid':
      // A single wrong field gets the focus. A list of one would only stand in the way.
      return problem.fields.length > 1
        ? summaryBox(t('problem.title'), undefined, problem.fields)
        : nothing
    case 'declined':
      // The reason is seen above Pay, but is said where the focus goes.
      return summaryBox(
        t('problem.declined'),
        html`<span class="hidden">${declineText(problem.code, t)}</span>`,
        [
          {
            field: 'number',
            message: t(isOfCard(problem.code) ? 'problem.card' : 'payment.other'),
          },
        ],
      )
    case 'not_charged':
      return summaryBox(t('problem.notCharged'), t('problem.notCharged.do'), [])
    case 'rate_limited':
      return summaryBox(t('problem.limited'), t('problem.later.do'), [])
    case 'payments_unavailable':
      return summaryBox(t('problem.unavailable'), t('problem.later.do'), [])
    case 'refused':
      return summaryBox(t('problem.refused'), t('error.text'), [])
    case 'unreachable':
      return summaryBox(t(problem.title), t('card.unreachable.do'), [])
    default:
      return problem satisfies never
  }
}

export const problemView = (state: FormState, { t }: Ui) =>
  state.type === 'ready' && state.problem ? explain(state.problem, t) : nothing

function waitingView(state: Extract<FormState, { type: 'processing' }>, { t, kept, hosted }: Ui) {
  const { view, wait, action } = state
  if (action?.type === 'challenge') {
    return noticeBox({
      kind: 'info',
      title: t('payment.bank'),
      action: html`<button type="button" class="primary" data-bank>${t('payment.bank.open')}</button>`,
    })
  }
  if (action) {
    // A merchant's page stays open, and so does a page whose link only shows how to pay.
    const target = hosted && action.type === 'redirect' ? nothing : '_blank'
    return noticeBox({
      kind: 'info',
      title: t('payment.leave'),
      action: html`<div class="actions"><a class="primary" href=${action.url} target=${target}>${t('payment.leave.open')}</a>
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
 * The lines above the button: how a payment is going, why the last one did not go through, that
 * time runs out, or that the connection is gone.
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
    declinedView(state, ui),
    totals ? noticeBox({ kind: 'info', title: ui.kept('again.total', totals) }) : nothing,
    minutesLeft ? deadlineView(state, ui, minutesLeft) : nothing,
  ]
}

function declinedView({ problem }: Extract<FormState, { type: 'ready' }>, { t, kept }: Ui) {
  if (problem?.type !== 'declined') return nothing
  const reason = declineText(problem.code, t)
  return noticeBox({
    kind: 'danger',
    ...(problem.card
      ? { title: kept('declined.card', { last4: problem.card.last4 }), text: reason }
      : { title: reason }),
  })
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
