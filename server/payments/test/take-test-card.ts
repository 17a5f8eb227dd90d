import { CheckoutError } from '../../checkout/errors.ts'
import type { TestPaymentMethodRequest } from '../../contract/test-provider.ts'
import type { TestBankActions } from './test-provider.ts'

/** The card's number is neither stored nor logged. @throws {CheckoutError} invalid_request */
export async function takeTestCard(
  bank: TestBankActions,
  { number, expMonth, expYear }: TestPaymentMethodRequest,
  now: Date,
) {
  if (expYear * 12 + expMonth < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1)
    throw new CheckoutError('invalid_request', 'expYear: the card has expired')
  const paymentMethod = await bank.createPaymentMethod(number)
  if (paymentMethod === undefined)
    throw new CheckoutError(
      'invalid_request',
      'number: is not a test card; real cards are not taken here',
    )
  return paymentMethod
}
