import { describe, expect, test, vi } from 'vitest'
import type { Signal } from '../../checkout/ports/cache.ts'
import type { EventsRead, StoreEvent } from '../../checkout/ports/event-log.ts'
import { createEventWaits } from './event-waits.ts'
import { createWaitSlots } from './wait-slots.ts'

const NOTHING: EventsRead = { data: [], nextCursor: 'later' }
const EVENT: StoreEvent = {
  id: 'evt_1',
  type: 'checkout.session.expired',
  createdAt: new Date('2026-11-21T09:38:12.418Z'),
  sessionId: 'cs_1',
  orderNumber: null,
  restartedFrom: null,
}
const SOME: EventsRead = { data: [EVENT], nextCursor: 'after 1' }

/** A log whose reads end when the test says so. */
function aWorld() {
  let listener: (signal: Signal) => void = () => {}
  const reads: {
    storeId: string
    after: string | undefined
    answer: (read?: EventsRead) => void
  }[] = []
  const waits = createEventWaits(
    {
      eventLog: {
        readEvents: (storeId, { after }) =>
          new Promise((resolve) => {
            reads.push({ storeId, after, answer: resolve })
          }),
      },
      cache: {
        signals: {
          publish: async () => {},
          subscribe: (given) => {
            listener = given
            return () => {}
          },
        },
      },
      events: { eventsReadFailed: () => {} },
    },
    createWaitSlots(),
  )
  const wait = (after: string, storeId = 'st_1') =>
    waits.untilSome(
      storeId,
      { after, limit: 20 },
      { key: 'k', seconds: 1_000, gone: new AbortController().signal },
    )
  return {
    waits,
    wait,
    reads,
    signal: (type: 'orders_placed' | 'events_written', storeId = 'st_1') =>
      listener({ type, storeIds: [storeId] }),
    reach: (count: number) => vi.waitFor(() => expect(reads).toHaveLength(count)),
  }
}

describe('contract §3: requests that wait for events', () => {
  test('requests that wait for the same events share a read, however many they are', async () => {
    const { wait, reads, signal, reach } = aWorld()
    const answers = Array.from({ length: 50 }, () => wait('a'))
    reads[0]?.answer(NOTHING)
    await reach(2)
    reads[1]?.answer(NOTHING)
    signal('events_written', 'st_2')
    signal('events_written')
    signal('events_written')
    await reach(3)
    reads[2]?.answer(SOME)
    for (const answer of answers) expect(await answer).toBe(SOME)
    expect(reads).toHaveLength(3)
  })

  test('requests that wait for events hear of orders and of all else in their store', async () => {
    for (const type of ['orders_placed', 'events_written'] as const) {
      const { wait, reads, signal, reach } = aWorld()
      const [here, there] = [wait('a'), wait('b')]
      signal(type)
      for (const read of reads.slice(0, 2)) read.answer(NOTHING)
      await reach(4)
      for (const read of reads.slice(2)) read.answer(SOME)
      expect(await Promise.all([here, there])).toEqual([SOME, SOME])
      expect(reads.map(({ after }) => after).toSorted()).toEqual(['a', 'a', 'b', 'b'])
    }
  })

  test('a request with a cursor that nobody has handed out is not kept waiting for events', async () => {
    const { wait, reads } = aWorld()
    const answer = wait('what')
    reads[0]?.answer()
    expect(await answer).toBeUndefined()
  })

  test('requests that wait for events end with what there is when the service stops', async () => {
    const { wait, waits, reads, reach } = aWorld()
    const answer = wait('a')
    reads[0]?.answer(NOTHING)
    await Promise.resolve()
    waits.close()
    await reach(2)
    reads[1]?.answer(NOTHING)
    expect(await answer).toBe(NOTHING)
  })
})
