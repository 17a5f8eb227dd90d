import type { Response } from 'express'
import type { Signals } from '../../checkout/ports/cache.ts'
import type { LiveOrder } from '../../contract/live-orders.ts'
import { createEventStreams } from '../../web/answers/event-streams.ts'
import type { Orders } from '../../orders/open-orders.ts'
import type { NewOrders, OrderSummary } from '../../orders/order-list.ts'
import { type OrderPosition, formatPosition, isNewSince } from '../../orders/order-position.ts'
import { oneAtATime } from '../../rounds/one-at-a-time.ts'

/** A page that misses more new orders is loaded again: nobody reads so many one by one. */
const MAX_NEWS = 100

/** The most streams, since every heartbeat checks all their sessions. */
const MAX_OF_MEMBER = 30
const MAX_OF_STORE = 200

/** A stream with more unsent bytes is closed. Its slow browser connects again when it can. */
const MAX_WAITING_BYTES = 1_000_000

type OrderPage = {
  storeId: string
  memberId: number
  /** Each heartbeat checks that the session is still running. */
  sessionDigest: Buffer
  /** Which orders the page knows; undefined when that is too long ago. */
  position: OrderPosition | undefined
  toLive(order: OrderSummary): LiveOrder
}

export type OrderStreams = {
  /** Sends each new order once, until the member is signed out or the stream is too old. */
  open(page: OrderPage, response: Response): Promise<void>
  /** Ends all streams. Their pages connect to another process. */
  close(): void
}

type OrderStream = ReturnType<typeof createStream>

/** The streams of new orders of this process. One read serves all pages of a store. */
export function createOrderStreams({
  records,
  checkout,
  events,
}: {
  records: {
    orders: Pick<Orders, 'listNew'>
    accounts: { listOpenSessions(digests: Buffer[]): Promise<Buffer[]> }
  }
  checkout: { cache: { signals: Pick<Signals, 'subscribe'> } }
  events: { ordersReadFailed(fields: { storeId: string; error: unknown }): void }
}): OrderStreams {
  // One read at a time for each store: of two at once, the later one could end first.
  const read = oneAtATime(async (streams: ReadonlySet<OrderStream>) => {
    const asking = [...streams]
    const [first] = asking
    if (!first) return
    const found = await records.orders.listNew(
      first.storeId,
      asking.map((stream) => stream.position()),
    )
    for (const stream of asking) stream.send(found)
  })
  const streams = createEventStreams<OrderStream>({
    admits: ({ memberId }, open) =>
      open.size < MAX_OF_STORE &&
      [...open].filter((stream) => stream.memberId === memberId).length < MAX_OF_MEMBER,
    refresh: (_storeId, open) => read(open),
    async beforeHeartbeat(open) {
      const asking = [...open]
      const goOn = await records.accounts.listOpenSessions(
        asking.map(({ sessionDigest }) => sessionDigest),
      )
      for (const stream of asking)
        if (!goOn.some((digest) => digest.equals(stream.sessionDigest))) stream.end()
    },
    onFailure: (storeId, error) => events.ordersReadFailed({ storeId, error }),
  })
  const unsubscribe = checkout.cache.signals.subscribe((signal) => {
    if (signal.type === 'orders_placed') signal.storeIds.forEach(streams.refresh)
  })
  return {
    async open(page, response) {
      // Compression would hold events back.
      response.set('Cache-Control', 'no-store, no-transform')
      const { position } = page
      if (position)
        await streams.open(page.storeId, response, createStream({ ...page, position }, response))
      else response.type('text/event-stream').send(RELOAD)
    },
    close() {
      unsubscribe()
      streams.close()
    },
  }
}

/** A browser connects again after one second, so that its page misses little. */
const RETRY = 'retry: 1000\n'

const RELOAD = 'event: reload\ndata: {}\n\n'

/** The stream of one page. It can go on from an event's id, which names known orders. */
function createStream(
  { position: known, toLive, ...page }: OrderPage & { position: OrderPosition },
  response: Response,
) {
  let position = known
  return {
    ...page,
    position: () => position,
    send({ orders, hasMore, position: reached }: NewOrders) {
      if (response.writableEnded) return
      if (response.writableLength > MAX_WAITING_BYTES) return void response.destroy()
      const news = orders.filter(({ placedIn }) => isNewSince(position, placedIn))
      position = reached
      response.write(
        hasMore || news.length > MAX_NEWS
          ? RELOAD
          : `event: orders\n${RETRY}id: ${formatPosition(reached)}\ndata: ${JSON.stringify(news.toReversed().map(toLive))}\n\n`,
      )
    },
    // Cuts the connection when the browser takes no more, because the answer would never end. Its
    // page asks again from its last event.
    end() {
      if (response.writableLength > 0) response.destroy()
      else response.end()
    },
  }
}
