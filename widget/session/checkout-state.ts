import type {
  CheckoutView,
  NextAction,
  PayRequest,
  StatusEvent,
} from '../../server/contract/buyer.ts'
import type { AddressField } from '../../server/contract/delivery.ts'
import type { Order } from '../../server/contract/order.ts'

export type FieldName = 'name' | 'phone' | 'email' | AddressField
/** The box is the one that agrees to the terms, where the store asks for it. */
export type AskedName = FieldName | 'agreed'
export type CardField = 'number' | 'exp' | 'cvc'

/** What the buyer knows the card by: its brand, and the last four digits of its number. */
export type KnownCard = { brand: string; last4: string }

/**
 * The code of a decline for money that came too late and goes back. It must never be said that
 * nothing was charged.
 */
export const RETURNED = 'payment_returned'

/**
 * `country` is only in forms that the server draws. `agreedExpress` is the box with the wallets.
 */
export type FieldProblem = {
  field: AskedName | CardField | 'country' | 'agreedExpress'
  message: string
}

/** Why the form is shown again, or not sent: the buyer's own entries, or the end of a payment. */
export type Problem =
  | { type: 'invalid'; fields: FieldProblem[] }
  /** `card` is there when this page has sent it. */
  | { type: 'declined'; code: string; message: string; card?: Pick<KnownCard, 'last4'> }
  | { type: 'not_charged' | 'rate_limited' | 'payments_unavailable' | 'refused' }
  /** The card fields cannot be reached, or they cannot reach their server. */
  | { type: 'unreachable'; title: 'card.unreachable' | 'problem.notCharged' }

/** By the code of a decline: whether the card was refused, and the payment was not only given up. */
export const isOfCard = (code: string) => code !== 'attempt_given_up' && code !== RETURNED

/**
 * `slow`: the bank has not answered yet. `unknown`: it has not for 30 s, or the server cannot be
 * reached. It becomes `stuck` after two minutes of asking.
 */
export type Wait = 'bank' | 'slow' | 'unknown' | 'stuck'

export type ErrorCode = 'network' | 'session_not_found' | 'origin_not_allowed' | 'internal'

/** Why a checkout cannot be shown or used. */
export type Failure = ErrorCode | 'frame_unreachable'

/** `too_many_attempts`: the session takes no further card. `left`: of the item, where known. */
export type Unavailable = {
  reason: 'sold_out' | 'insufficient_stock' | 'too_many_attempts'
  left?: number | undefined
}

export type CheckoutState =
  | { type: 'loading' }
  | { type: 'ready'; view: CheckoutView; problem?: Problem }
  /**
   * `sending`: the answer to `pay` itself is still to come, so `events` may speak of an earlier
   * attempt. `until`: before that moment of the server's clock our order may still be on its way,
   * so it proves nothing that no payment is under way (decision 85).
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

export type StateOf<Type extends CheckoutState['type']> = Extract<CheckoutState, { type: Type }>

/** The states in which the session is known. */
export type SessionState = Extract<CheckoutState, { view: CheckoutView }>

export type FormState = StateOf<'ready' | 'processing'>

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
 * The screen of a state. States with one screen share its DOM, so what was typed stays from one to
 * the next.
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

/** The state that follows when the session is read again. */
export function afterView(state: CheckoutState, view: CheckoutView): SessionState {
  if (view.order) return { type: 'complete', view, order: view.order, returning: isForm(state) }
  return view.status === 'expired' ? { type: 'expired', view } : whileOpen(state, view)
}

/**
 * The state that follows when `events` have the attempt alone. `undefined` where only a fresh
 * view can say what happened.
 */
export function afterEvent(state: CheckoutState, event: StatusEvent): CheckoutState | undefined {
  if (isFinal(state) || !('view' in state)) return state
  const { status, attempt, left } = event
  if (status !== 'open') return undefined
  const view = { ...state.view, attempt }
  if (state.type === 'unavailable')
    return left === undefined ? whileOpen({ type: 'ready', view }, view) : state
  const proves = attempt && !(attempt.status === 'failed' && isInDoubt(state, state.view))
  if (state.type === 'processing' && !state.sending && !proves) return undefined
  const isKnown = attempt?.status === 'failed' && state.type === 'ready'
  return whenShort(isKnown ? state : whileOpen(state, view), left)
}

/** A buyer whose payment is under way may hold what is gone for everybody else. */
const whenShort = (state: SessionState, left: number | undefined): SessionState =>
  left === undefined || state.type !== 'ready'
    ? state
    : {
        type: 'unavailable',
        view: state.view,
        why: { reason: left ? 'insufficient_stock' : 'sold_out', left },
      }

export const afterPaid = (
  state: FormState,
  order: Order,
  { customer, fulfillment }: Pick<PayRequest, 'customer' | 'fulfillment'>,
) =>
  afterView(state, {
    ...state.view,
    ...cardOf(state),
    status: 'complete',
    attempt: null,
    order,
    customer,
    deliveryOption: fulfillment.option,
  })

export const startPaying = (state: FormState): CheckoutState => ({
  type: 'processing',
  view: state.view,
  wait: 'bank',
  sending: true,
})

/** Whether the delivery option is offered to buyers in this country. */
export const goesTo = ({ countries }: { countries?: string[] | undefined }, country: string) =>
  countries?.includes(country) ?? true

/** The amounts of the order, or with one delivery option chosen. */
export function amountsWith(view: CheckoutView, optionId: string | undefined) {
  const chosen =
    view.order?.fulfillment ?? view.deliveryOptions.find((option) => option.id === optionId)
  const fee = chosen?.fee ?? view.amounts.fee
  return { subtotal: view.amounts.subtotal, fee, total: view.amounts.subtotal + fee }
}
