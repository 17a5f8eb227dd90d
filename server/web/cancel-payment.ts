import type { ServerResponse } from 'node:http'
import type { CheckoutDeps } from '../checkout/checkout-deps.ts'
import { giveUpPayment } from '../checkout/payments/give-up-payment.ts'
import { assertWithinLimit } from './answers/rate-limit-headers.ts'

/** Each cancel asks the provider. A buyer who changes their mind often stays below this. */
const CANCEL_RATE = { perSecond: 1, burst: 5 }

/** Gives up what waits for the buyer, who wants to pay in another way. */
export async function cancelPayment(
  checkout: CheckoutDeps,
  { sessionId, response }: { sessionId: string; response: ServerResponse },
) {
  const { limiter } = checkout.cache
  assertWithinLimit(response, await limiter.take(`cancels:${sessionId}`, CANCEL_RATE))
  await giveUpPayment(checkout, sessionId)
}
