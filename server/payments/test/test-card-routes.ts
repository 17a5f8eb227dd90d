import type { Request, Response } from 'express'
import {
  TestPaymentMethodRequest,
  type TestPaymentMethodResponse,
} from '../../contract/test-provider.ts'
import type { FrameContext } from '../../web/answers/frame-page.ts'
import { readBody } from '../../web/requests/json-body.ts'
import { routes } from '../../web/routes.ts'
import { takeTestCard } from './take-test-card.ts'
import type { TestBankActions } from './test-provider.ts'

export const testCardRoutes = (context: FrameContext, bank: TestBankActions) =>
  routes({
    '/test-payment-methods': {
      post: (request, response) => postPaymentMethod(context, bank, request, response),
    },
  })

async function postPaymentMethod(
  { checkout }: FrameContext,
  bank: TestBankActions,
  request: Request,
  response: Response,
) {
  const card = await readBody(TestPaymentMethodRequest, request, response)
  const paymentMethod = await takeTestCard(bank, card, checkout.clock.now())
  response.json({ paymentMethod } satisfies TestPaymentMethodResponse)
}
