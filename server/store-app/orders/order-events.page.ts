import { parsePosition } from './order-position.ts'
import { sessionDigestOf } from '../frame/store-auth.ts'
import type { MemberPages } from '../frame/visits.ts'
import type { OrderStreams } from './order-streams.ts'
import { toLiveOrder } from './order-table.ts'

/**
 * What the first page of the orders listens to: it begins where the page ends, or where it was cut
 * off.
 */
export const orderEventPages = (streams: OrderStreams): MemberPages => ({
  '/orders/events': {
    get: ({ app, request, response, viewer: { memberId, store, formats } }) => {
      if (request.method === 'HEAD') return response.end()
      const after = request.get('Last-Event-ID') ?? request.query['after']
      const now = app.checkout.clock.now()
      return streams.open(
        {
          storeId: store.id,
          memberId,
          sessionDigest: sessionDigestOf(request),
          position: typeof after === 'string' ? parsePosition(after, now) : undefined,
          toLive: toLiveOrder(formats),
        },
        response,
      )
    },
  },
})
