import express from 'express'
import type { CheckoutDeps } from '../../checkout/checkout-deps.ts'
import { receiveNotification } from '../../checkout/payments/receive-notification.ts'
import { refuseEncoding } from '../../web/requests/json-body.ts'
import { apiRoutes } from '../../web/requests/queries.ts'

const readBytes = express.raw({ type: () => true, limit: 256 * 1024, inflate: false })

/** Where the payment provider posts events (payments §7). The signature covers the raw bytes. */
export const notificationRoutes = ({ checkout }: { checkout: CheckoutDeps }) =>
  apiRoutes({
    '/payment-notifications': {
      post: [
        refuseEncoding,
        readBytes,
        async (request, response) => {
          const body: unknown = request.body
          const bytes = body instanceof Buffer ? body : Buffer.alloc(0)
          await receiveNotification(checkout, bytes, request.headers)
          response.json({ received: true })
        },
      ],
    },
  })
