import { secretTokenDigest } from '../../auth/secret-tokens.ts'
import { parsePosition } from './order-position.ts'
import { pages } from '../frame/pages.ts'
import type { StoreAppContext } from '../frame/store-app-context.ts'
import { memberPage, sentToken } from '../frame/store-auth.ts'
import type { OrderStreams } from './order-streams.ts'
import { toLiveOrder } from './order-table.ts'

/**
 * What the first page of the orders listens to: it begins where the page ends, or where it was cut
 * off.
 */
export const orderEventRoutes = (app: StoreAppContext, streams: OrderStreams) =>
  pages(app, {
    '/orders/events': {
      get: memberPage(app, async (request, response, { memberId, store, formats }) => {
        if (request.method === 'HEAD') return void response.end()
        const after = request.get('Last-Event-ID') ?? request.query['after']
        return streams.open(
          {
            storeId: store.id,
            memberId,
            sessionDigest: secretTokenDigest(sentToken(request) ?? ''),
            position:
              typeof after === 'string'
                ? parsePosition(after, app.checkout.clock.now())
                : undefined,
            toLive: toLiveOrder(formats),
          },
          response,
        )
      }),
    },
  })
