import { html, nothing, type TemplateResult } from 'lit/html.js'
import {
  RETURNED,
  type FieldProblem,
  type FormState,
  type Problem,
} from '../session/checkout-state.ts'
import { alertIcon, clockIcon } from './icons.ts'
import { formatTime, type Ui } from './ui.ts'

/** What the page knows beside the session's state. */
export type Surroundings = {
  offline?: boolean
  /** Of the last five. */
  minutesLeft?: number
  /** Of a buyer who has started again: what they saw before, and what it is now, if another. */
  totals?: { before: string; now: string } | undefined
}

type Notice = {
  kind: 'info' | 'warning' | 'danger'
  title: unknown
  text?: unknown
  action?: TemplateResult
  /** (Default: a warning is of something that takes its time.) */
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

const summaryBox = (title: string, text: string | undefined, links: FieldProblem[]) =>
  html`<div class="notice danger" part="errors" role="group" tabindex="-1" data-problem aria-labelledby="problem-title">
    ${alertIcon()}
    <div role="alert">
      <h2 id="problem-title">${title}</h2>
      ${text ? html`<p>${text}</p>` : nothing}
      ${links.length ? html`<ul>${links.map(linkTo)}</ul>` : nothing}
    </div>
  </div>`

/** By the server's own codes; its sentences are for the merchant's program. */
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
      // One wrong field gets the focus itself; a list of one would only stand in between.
      return problem.fields.length > 1
        ? summaryBox(t('problem.title'), undefined, problem.fields)
        : nothing
    case 'declined':
      return summaryBox(t('problem.declined'), declineText(problem.code, t), [
        { field: 'number', message: t('problem.card') },
      ])
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
    // Merchants' pages stay, and so does one that only shows how to pay.
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

/** At the card itself, below the list of what is wrong. */
export const cardLine = (state: FormState, { t, kept }: Ui) => {
  if (state.type !== 'ready' || state.problem?.type !== 'declined') return nothing
  const { card } = state.problem
  return card ? kept('declined.card', { last4: card.last4 }) : t('problem.declined')
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
    obstacleView(state, ui, offline),
    totals ? noticeBox({ kind: 'info', title: ui.kept('again.total', totals) }) : nothing,
    minutesLeft ? deadlineView(state, ui, minutesLeft) : nothing,
  ]
}

function obstacleView(state: Extract<FormState, { type: 'ready' }>, { t }: Ui, offline?: boolean) {
  if (offline) return noticeBox({ kind: 'warning', icon: alertIcon(), title: t('problem.offline') })
  const { problem } = state
  return problem?.type === 'declined' && problem.code !== RETURNED
    ? noticeBox({ kind: 'danger', title: t('problem.notCharged.do') })
    : nothing
}

function deadlineView({ view }: FormState, { t, kept, language, zone }: Ui, minutes: number) {
  const { expiresAt, currency, store, canRestart } = view
  const time = formatTime(language, expiresAt, { full: false, zone, currency })
  return noticeBox({
    kind: 'warning',
    title: t('deadline.soon', { minutes }),
    text: canRestart
      ? kept('deadline.soon.do', { time })
      : kept('deadline.soon.store', { time, store: store.name }),
  })
}

/** What a screen reader hears while a payment goes on. */
export function statusText(state: FormState, { t, kept, money }: Ui, total: number) {
  if (state.type === 'ready') return ''
  if (state.action) return t(state.action.type === 'challenge' ? 'payment.bank' : 'payment.leave')
  if (state.wait === 'bank') return kept('payment.status', { amount: money(total, state.view) })
  return state.wait === 'slow' ? t('payment.slow') : t('payment.unknown')
}
