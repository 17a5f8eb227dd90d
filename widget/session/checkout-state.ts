import type { CheckoutView, NextAction, StatusEvent } from '../../server/contract/buyer.ts'
import type { AddressField } from '../../server/contract/delivery.ts'
import type { Order } from '../../server/contract/order.ts'

export type FieldName = 'name' | 'phone' | 'email' | AddressField
/** With the box that agrees to the terms, where the store asks for it. */
export type AskedName = FieldName | 'agreed'
export type CardField = 'number' | 'exp' | 'cvc'

/** What the buyer knows the card by: its brand, and the last four digits of its number. */
export type KnownCard = { brand: string; last4: string }

/** Of a decline: money that came after its time goes back. Nobody may say that none was charged. */
export const RETURNED = 'payment_returned'

/** `country`: where the server draws the form. */
export type FieldProblem = { field: AskedName | CardField | 'country'; message: string }

/** Why the form is shown again, or not sent: the buyer's own entries, or what came of a payment. */
export type Problem =
  | { type: 'invalid'; fields: FieldProblem[] }
  /** `card`: where this page has sent it. */
  | { type: 'declined'; code: string; message: string; card?: Pick<KnownCard, 'last4'> }
  | { type: 'not_charged' | 'rate_limited' | 'payments_unavailable' | 'refused' }
  /** The card fields, or those who answer them. */
  | { type: 'unreachable'; title: 'card.unreachable' | 'problem.notCharged' }

/**
 * `unknown`: the server, or the connection to it, does not know how the payment went; `stuck` after
 * two minutes of asking.
 */
export type Wait = 'bank' | 'slow' | 'unknown' | 'stuck'

export type ErrorCode = 'network' | 'session_not_found' | 'origin_not_allowed' | 'internal'

/** Why a checkout cannot be shown, or used. */
export type Failure = ErrorCode | 'frame_unreachable'

/** `too_many_attempts`: the session takes no further card. */
export type Unavailable =
  | { reason: 'sold_out' }
  | { reason: 'too_many_attempts' }
  | { reason: 'insufficient_stock'; left?: number | undefined }

export type CheckoutState =
  | { type: 'loading' }
  | { type: 'ready'; view: CheckoutView; problem?: Problem }
  /**
   * `sending`: the answer to `pay` itself is still on its way, so what `events` say may be about an
   * earlier attempt. `until`: before that moment of the server's clock our order may still be on its
   * way, and that no payment is under way proves nothing (decision 85).
   */
  | {
      type: 'processing'
      view: CheckoutView
      wait: Wait
      sending: boolean
      until?: string | undefined
      action?: NextAction | undefined
      card?: KnownCard
    }
  | { type: 'complete'; view: CheckoutView; order: Order; returning: boolean }
  | { type: 'expired'; view: CheckoutView }
  | { type: 'unavailable'; view: CheckoutView; why: Unavailable }
  | { type: 'error'; code: ErrorCode }

/** All of which a session is known. */
export type SessionState = Extract<CheckoutState, { view: CheckoutView }>

export type FormState = Extract<CheckoutState, { type: 'ready' | 'processing' }>

export type CheckoutStatus =
  | 'loading'
  | 'ready'
  | 'processing'
  | 'unknown'
  | 'complete'
  | 'expired'
  | 'unavailable'
  | 'error'

/**
 * The page the buyer sees: states on one screen share its DOM, so that what was typed survives from
 * one to the next.
 */
export const screenOf = (state: CheckoutState) =>
  state.type === 'processing' ? 'ready' : state.type

export const isForm = (state: CheckoutState): state is FormState => screenOf(state) === 'ready'

export const isFinal = (state: CheckoutState) =>
  state.type === 'complete' || state.type === 'expired' || state.type === 'error'

export const statusOf = (state: CheckoutState): CheckoutStatus =>
  state.type === 'processing' && (state.wait === 'unknown' || state.wait === 'stuck')
    ? 'unknown'
    : state.type

const cardOf = (state: CheckoutState) =>
  state.type === 'processing' && state.card ? { card: state.card } : {}

const isInDoubt = (state: CheckoutState, { now }: CheckoutView) =>
  state.type === 'processing' && now < (state.until ?? '')

function whileOpen(state: CheckoutState, view: CheckoutView): SessionState {
  const { attempt } = view
  const isProcessing = state.type === 'processing'
  if (isProcessing && state.sending) return state
  const { code, message, action } = { code: '', message: '', action: undefined, ...attempt }
  if (code === 'too_many_attempts') return { type: 'unavailable', view, why: { reason: code } }
  if (attempt?.status === 'processing' || isInDoubt(state, view))
    return {
      wait: 'bank',
      ...(isProcessing && state),
      type: 'processing',
      view,
      sending: false,
      action,
    }
  if (!isProcessing) return 'view' in state ? { ...state, view } : { type: 'ready', view }
  return {
    type: 'ready',
    view,
    problem: attempt
      ? { type: 'declined', code, message, ...cardOf(state) }
      : { type: 'not_charged' },
  }
}

/** What a fresh view of the session makes of the state before it. */
export function afterView(state: CheckoutState, view: CheckoutView): SessionState {
  if (view.order) return { type: 'complete', view, order: view.order, returning: isForm(state) }
  return view.status === 'expired' ? { type: 'expired', view } : whileOpen(state, view)
}

/**
 * The attempt alone, as `events` tell it; `undefined` where only a fresh view can say what
 * happened.
 */
export function afterEvent(state: CheckoutState, event: StatusEvent): CheckoutState | undefined {
  if (isFinal(state) || !('view' in state)) return state
  if (event.status !== 'open') return undefined
  if (state.type === 'unavailable') return state
  const proves =
    event.attempt && !(event.attempt.status === 'failed' && isInDoubt(state, state.view))
  if (state.type === 'processing' && !state.sending && !proves) return undefined
  if (event.attempt?.status === 'failed' && state.type === 'ready') return state
  return whileOpen(state, { ...state.view, attempt: event.attempt })
}

export const afterPaid = (state: FormState, order: Order) =>
  afterView(state, {
    ...state.view,
    ...cardOf(state),
    status: 'complete',
    attempt: null,
    order,
  })

export const startPaying = (state: FormState): CheckoutState => ({
  type: 'processing',
  view: state.view,
  wait: 'bank',
  sending: true,
})

/** The amounts of the order, or with one delivery option chosen. */
export function amountsWith(view: CheckoutView, optionId: string | undefined) {
  const chosen =
    view.order?.fulfillment ?? view.deliveryOptions.find((option) => option.id === optionId)
  const fee = chosen?.fee ?? view.amounts.fee
  return { subtotal: view.amounts.subtotal, fee, total: view.amounts.subtotal + fee }
}
