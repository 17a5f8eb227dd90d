import type { Step } from './checkout-events.ts'
import type { CheckoutState, FieldProblem, KnownCard, Problem } from './checkout-state.ts'
import type { PaymentFrame } from '../form/payment-frame.ts'
import type { Mounting } from '../mount/mounting.ts'
import type { PayForm } from '../form/pay-form.ts'
import type { PaymentController } from './payment-controller.ts'
import type { CardAnswer, FramePress } from '../payment-frame/messages.ts'
import { tell } from './state-events.ts'
import { keepQuery } from '../form/typed-values.ts'

type Parts = {
  mounting: Mounting
  payment: PaymentController
  form: PayForm
  frame: PaymentFrame
  /** Tells how far the buyer has come. */
  step: (name: Step) => void
  /** The frame does not answer what needs no network. */
  onSilent: () => void
  /** Undefined when it was our own button. */
  by?: FramePress | undefined
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

/** As people write them; a frame has less room, or names of its own. */
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

/** Our own page leads there and back; a merchant's page stays, and shows the way. */
function goElsewhere(state: CheckoutState) {
  const action = state.type === 'processing' ? state.action : undefined
  if (action?.type !== 'redirect') return
  keepQuery()
  location.assign(action.url)
}

/**
 * How long the frame may take. To check is a matter of its own page; a token comes over the network,
 * and before the page would say that it does not know how the payment went.
 */
const LIMIT_MS = { validate: 10_000, tokenize: 25_000 }

/** Nothing is being paid before the frame has answered: a card without an answer was not charged. */
async function askCard(
  { frame, onSilent }: Pick<Parts, 'frame' | 'onSilent'>,
  what: keyof typeof LIMIT_MS,
): Promise<CardAnswer> {
  let timer
  const silence = new Promise<CardAnswer>((resolve) => {
    timer = setTimeout(() => {
      if (what === 'validate') onSilent()
      resolve({ t: 'failed', id: 0, code: 'network' })
    }, LIMIT_MS[what])
  })
  const answer = await Promise.race([frame.ask(what), silence])
  clearTimeout(timer)
  return answer
}

/**
 * Pay was pressed: check every field, let the frame turn the card into a payment method, send the
 * order. What is in a wallet is for the buyer to say there, and nothing is being paid until they have;
 * what they then pay is what stood in the form when they pressed.
 */
export async function payWith(parts: Parts) {
  const { mounting, payment, form, frame, step, by } = parts
  const { checkout, ui } = mounting
  const { state } = checkout
  if (state.type !== 'ready') return
  const own = form.validate()
  const isWallet = by === 'wallet'
  const checked = isWallet ? undefined : await askCard(parts, 'validate')
  const fields = [...own]
  // The box stands behind the card.
  fields.splice(own.at(-1)?.field === 'agreed' ? -1 : own.length, 0, ...fieldProblems(checked))
  if (fields.length) return payment.complain({ type: 'invalid', fields })
  if (checked?.t === 'failed') return payment.complain(frameProblem(checked, 'card.unreachable'))
  if (checkout.state.type !== 'ready' || mounting.isDisabled()) return
  step('card')
  step('pay')
  const amounts = { amount: form.total(state.view), currency: state.view.currency }
  if (!tell(mounting, 'hc-submit', amounts)) return
  const order = form.order(state.view)
  if (!isWallet) payment.begin()
  const card = isWallet ? await frame.ask('wallet') : await askCard(parts, 'tokenize')
  if (card.t !== 'token') return payment.complain(frameProblem(card, 'problem.notCharged'))
  if (isWallet) payment.begin()
  tell(mounting, 'hc-processing')
  await payment.pay({ ...order, paymentMethod: card.paymentMethod }, card.card && named(card.card))
  if (ui.hosted) goElsewhere(checkout.state)
}
