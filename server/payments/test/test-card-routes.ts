import type { Request, Response } from 'express'
import { CheckoutError } from '../../checkout/errors.ts'
import { TestPaymentMethodRequest, type TestPaymentMethodResponse } from '../../contract/buyer.ts'
import type { FrameContext } from '../../web/frame-page.ts'
import { readJsonBody } from '../../web/json-body.ts'
import { parse } from '../../web/parse.ts'
import { routes } from '../../web/routes.ts'
import type { TestBankActions } from './test-provider.ts'

/** Payment methods of test cards. */
export const testCardRoutes = (context: FrameContext, bank: TestBankActions) =>
  routes({
    '/test-payment-methods': {
      post: (request, response) => postPaymentMethod(context, bank, request, response),
    },
  })

/** Only the listed test cards are taken; the number itself is neither kept nor logged. */
async function postPaymentMethod(
  { checkout }: FrameContext,
  bank: TestBankActions,
  request: Request,
  response: Response,
) {
  const card = parse(TestPaymentMethodRequest, (await readJsonBody(request, response)).value)
  const now = checkout.clock.now()
  if (card.expYear * 12 + card.expMonth < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1) {
    throw new CheckoutError('invalid_request', 'expYear: the card has expired')
  }
  const paymentMethod = await bank.createPaymentMethod(card.number)
  if (paymentMethod === undefined) {
    throw new CheckoutError(
      'invalid_request',
      'number: is not a test card; real cards are not taken here',
    )
  }
  response.json({ paymentMethod } satisfies TestPaymentMethodResponse)
}
