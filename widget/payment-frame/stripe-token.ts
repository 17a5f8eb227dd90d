import type { CardField } from '../session/checkout-state.ts'
import type { CardAnswer, Customer } from '../element/messages.ts'
import { isCustomer } from './customer.ts'
import type { StripeElements, StripeError, StripeJs } from './stripe-js.ts'

/**
 * From a code such as incomplete_number, invalid_expiry_year_past or incomplete_cvc
 * (https://docs.stripe.com/error-codes).
 */
export function fieldOf(code = ''): CardField {
  if (code.includes('expiry')) return 'exp'
  return code.includes('cvc') ? 'cvc' : 'number'
}

/**
 * What Stripe says is wrong, as a message of the frame. `unsaid` is for the buyer where Stripe has
 * no words.
 */
export function answerOf(
  id: number,
  { type, code, message }: StripeError,
  unsaid: string,
): CardAnswer {
  switch (type) {
    case 'validation_error':
    case 'card_error':
      return {
        t: 'invalid',
        id,
        errors: [{ field: fieldOf(code), message: message ?? unsaid }],
      }
    case 'api_connection_error':
      return { t: 'failed', id, code: 'network' }
    case 'rate_limit_error':
      return { t: 'failed', id, code: 'rate_limited' }
    default:
      return { t: 'failed', id, code: 'internal' }
  }
}

/**
 * `id` is the number of the page's question. `customer` is left out where a wallet knows its owner.
 */
type TokenRequest = {
  stripe: StripeJs
  elements: StripeElements
  id: number
  unsaid: string
  customer?: Customer | undefined
}

/** Turns what the buyer has entered, or confirmed in their wallet, into a token for one use. */
export async function tokenOf({
  stripe,
  elements,
  id,
  unsaid,
  customer,
}: TokenRequest): Promise<CardAnswer> {
  if (customer !== undefined && !isCustomer(customer)) return { t: 'failed', id, code: 'internal' }
  const { error: wrong } = await elements.submit()
  if (wrong) return answerOf(id, wrong, unsaid)
  const made = await stripe.createConfirmationToken({
    elements,
    ...(customer && { params: { payment_method_data: { billing_details: customer } } }),
  })
  if (made.error) return answerOf(id, made.error, unsaid)
  const { id: paymentMethod, payment_method_preview: preview } = made.confirmationToken
  const { brand, last4 } = preview?.card ?? {}
  return { t: 'token', id, paymentMethod, ...(brand && last4 && { card: { brand, last4 } }) }
}
