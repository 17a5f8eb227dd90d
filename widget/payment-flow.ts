import type { FieldProblem, Problem } from './checkout-state.ts'
import type { PaymentFrame } from './elements/payment-frame.ts'
import type { Mounting } from './mounting.ts'
import type { PayForm } from './pay-form.ts'
import type { PaymentController } from './payment-controller.ts'
import type { CardAnswer } from './payment-frame/messages.ts'
import { tell } from './state-events.ts'
import type { Ui } from './views/ui.ts'

type Parts = {
  mounting: Mounting
  payment: PaymentController
  form: PayForm
  frame: PaymentFrame
}

const fieldProblems = (answer: CardAnswer): FieldProblem[] =>
  answer.t === 'invalid' ? answer.errors : []

function frameProblem(answer: CardAnswer, { t }: Ui): Problem | undefined {
  if (answer.t === 'invalid')
    return answer.errors.length ? { type: 'invalid', fields: answer.errors } : undefined
  if (answer.t !== 'failed') return undefined
  if (answer.code === 'rate_limited') return { type: 'rate_limited' }
  return {
    type: 'refused',
    message: answer.code === 'network' ? t('card.unreachable.do') : t('error.text'),
  }
}

/**
 * Pay was pressed: check every field, let the frame turn the card into a payment method, send the
 * order.
 */
export async function payWith({ mounting, payment, form, frame }: Parts) {
  const { checkout, ui } = mounting
  const { state } = checkout
  if (state.type !== 'ready') return
  const own = form.validate()
  const checked = await frame.ask('validate')
  const fields = [...own, ...fieldProblems(checked)]
  if (fields.length) return payment.complain({ type: 'invalid', fields })
  if (checked.t === 'failed') return payment.complain(frameProblem(checked, ui))
  if (checkout.state.type !== 'ready') return
  const amounts = { amount: form.total(state.view), currency: state.view.currency }
  if (!tell(mounting, 'hc-submit', amounts)) return
  payment.begin()
  const card = await frame.ask('tokenize')
  if (card.t !== 'token') return payment.complain(frameProblem(card, ui))
  tell(mounting, 'hc-processing')
  await payment.pay(form.order(state.view, card.paymentMethod))
}
