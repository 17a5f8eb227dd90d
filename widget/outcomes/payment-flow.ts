import type { CheckoutView, PayRequest } from '../../server/contract/buyer.ts'
import type { ExpressCheckout } from '../form/express-checkout.ts'
import type { Step } from '../session/checkout-events.ts'
import type { CheckoutState, FieldProblem, KnownCard, Problem } from '../session/checkout-state.ts'
import type { PaymentFrame } from '../form/payment-frame.ts'
import type { Mounting } from '../element/mounting.ts'
import type { PayForm } from '../form/pay-form.ts'
import type { PaymentController } from './payment-controller.ts'
import type { CardAnswer, Question } from '../element/messages.ts'
import { emit } from '../element/state-events.ts'
import { keepQuery } from '../element/typed-values.ts'

type Parts = {
  mounting: Mounting
  payment: PaymentController
  form: PayForm
  frame: PaymentFrame
  express: ExpressCheckout
  /** Emits how far the buyer has come. */
  step: (name: Step) => void
  /** The frame has not answered a question that needs no network. */
  onSilent: () => void
}

const fieldProblems = (answer: CardAnswer | undefined): FieldProblem[] =>
  answer?.t === 'invalid' ? answer.errors : []

type Unreachable = Extract<Problem, { type: 'unreachable' }>

function frameProblem(answer: CardAnswer, title: Unreachable['title']): Problem | undefined {
  if (answer.t === 'invalid')
    return answer.errors.length ? { type: 'invalid', fields: answer.errors } : undefined
  if (answer.t !== 'failed') return undefined
  if (answer.code === 'rate_limited') return { type: 'rate_limited' }
  return answer.code === 'network' ? { type: 'unreachable', title } : { type: 'refused' }
}

/** The names as people write them. The frame has shorter ones, or Stripe's. */
const BRANDS: Record<string, string> = {
  amex: 'American Express',
  mastercard: 'Mastercard',
  mc: 'Mastercard',
  visa: 'Visa',
}

const named = ({ brand, last4 }: KnownCard): KnownCard => ({
  brand: BRANDS[brand.toLowerCase()] ?? brand,
  last4,
})

/** Our own page leads to the other page and back. A merchant's page stays, and shows a link. */
function goOffPage(state: CheckoutState) {
  const action = state.type === 'processing' ? state.action : undefined
  if (action?.type !== 'redirect') return
  keepQuery()
  location.assign(action.url)
}

/**
 * How long the frame may take. Checking needs no network. A token does, and must come before the
 * page would say that it does not know how the payment went.
 */
const LIMIT_MS = { validate: 10_000, tokenize: 25_000 }

/** Nothing is paid before the frame has answered, so a card without an answer was not charged. */
async function askCard(
  { frame, onSilent }: Pick<Parts, 'frame' | 'onSilent'>,
  question: Question & { t: keyof typeof LIMIT_MS },
): Promise<CardAnswer> {
  let timer
  const silence = new Promise<CardAnswer>((resolve) => {
    timer = setTimeout(() => {
      if (question.t === 'validate') onSilent()
      resolve({ t: 'failed', id: 0, code: 'network' })
    }, LIMIT_MS[question.t])
  })
  const answer = await Promise.race([frame.ask(question), silence])
  clearTimeout(timer)
  return answer
}

type Token = Extract<CardAnswer, { t: 'token' }>

/** Sends the order. From here on the buyer pays. */
async function send(
  { mounting, payment }: Parts,
  { paymentMethod, card }: Token,
  order: Omit<PayRequest, 'paymentMethod'>,
) {
  payment.begin()
  emit(mounting, 'hc-processing')
  await payment.pay({ ...order, paymentMethod }, card && named(card))
  if (mounting.ui.hosted) goOffPage(mounting.checkout.state)
}

/** Whether the page around lets the buyer pay. */
function mayPay({ mounting, form, step }: Parts, view: CheckoutView) {
  step('card')
  step('pay')
  return emit(mounting, 'hc-submit', { amount: form.total(view), currency: view.currency })
}

/**
 * Pay was pressed: checks every field, lets the frame turn the card into a payment method, and
 * sends the order.
 */
export async function payWith(parts: Parts) {
  const { mounting, payment, form, express } = parts
  const { checkout } = mounting
  const { state } = checkout
  if (state.type !== 'ready') return
  express.close()
  const own = form.validate()
  const checked = await askCard(parts, { t: 'validate' })
  const fields = [...own]
  // The box is below the card.
  fields.splice(own.at(-1)?.field === 'agreed' ? -1 : own.length, 0, ...fieldProblems(checked))
  if (fields.length) return payment.complain({ type: 'invalid', fields })
  if (checked.t === 'failed') return payment.complain(frameProblem(checked, 'card.unreachable'))
  if (checkout.state.type !== 'ready' || mounting.isDisabled()) return
  if (!mayPay(parts, state.view)) return
  const order = form.order(state.view)
  payment.begin()
  const card = await askCard(parts, { t: 'tokenize', customer: order.customer })
  if (card.t !== 'token') return payment.complain(frameProblem(card, 'problem.notCharged'))
  await send(parts, card, order)
}

/**
 * The button of a wallet was pressed. The wallet asks the buyer, and nothing is paid before they
 * have agreed. What it knows of them is judged as if they had typed it. They pay for the delivery
 * option whose amount the wallet has shown.
 */
export async function payByWallet(parts: Parts) {
  const { mounting, payment, form, express } = parts
  const { checkout } = mounting
  const { state } = checkout
  if (state.type !== 'ready') return
  const missing = express.missing()
  if (missing.length) return payment.complain({ type: 'invalid', fields: missing })
  if (!mayPay(parts, state.view)) return
  const answer = await express.ask()
  // The buyer may have paid by card meanwhile, or the session is over.
  if (checkout.state.type !== 'ready') return
  if (answer.t !== 'token') return payment.complain(frameProblem(answer, 'problem.notCharged'))
  const { buyer = {} } = answer
  form.enter(buyer)
  const fields = form.validate()
  if (fields.length) return payment.complain({ type: 'invalid', fields })
  const { fulfillment, ...order } = form.order(state.view)
  const { address } = buyer
  await send(parts, answer, {
    ...order,
    fulfillment: { ...fulfillment, ...(address && { address }) },
  })
}
