import express, { type Request, Router } from 'express'
import { receiveNotification } from '../../checkout/receive-notification.ts'
import { answerMethodNotAllowed } from '../../web/error-answers.ts'
import type { HttpContext } from '../../web/http-context.ts'

const readBytes = express.raw({ type: () => true, limit: 256 * 1024 })

/**
 * Where the payment provider posts what happened (payments §7). The signature is over the bytes as
 * they came.
 */
export function notificationRoutes({ checkout }: HttpContext) {
  const router = Router({ caseSensitive: true })
  router
    .route('/payment-notifications')
    .post(readBytes, async (request: Request<unknown, unknown, unknown>, response) => {
      await receiveNotification(
        checkout,
        request.body instanceof Buffer ? request.body : Buffer.alloc(0),
        request.headers,
      )
      response.json({ received: true })
    })
    .all(answerMethodNotAllowed('POST'))
  return router
}
