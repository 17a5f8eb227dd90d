import { PassThrough } from 'node:stream'
import type { Response } from 'express'
import { describe, expect, test } from 'vitest'
import { openMemoryCache } from '../../cache/memory/memory-cache.ts'
import type { NewOrder } from '../../orders/order-list.ts'
import { createOrderStreams } from './order-streams.ts'

const position = { at: new Date('2026-11-21T10:00:00Z'), snapshot: '100:100:' }

/** Like a socket, it takes a little before anybody reads. */
const aResponse = () =>
  Object.assign(new PassThrough(), {
    req: { method: 'GET' },
    statusCode: 200,
    set() {},
    status(code: number) {
      return Object.assign(this, { statusCode: code })
    },
  }) as unknown as Response & PassThrough

function streamsOf({ customerName = '' }: { customerName?: string } = {}) {
  const cache = openMemoryCache({ rateLimit: { perSecond: 1, burst: 1 } })
  const order = { orderNumber: 'A-1', customerName, placedIn: '200' } as NewOrder
  const streams = createOrderStreams({
    records: {
      orders: { listNew: async () => ({ orders: [order], hasMore: false, position }) },
      accounts: { listOpenSessions: async () => [] },
    },
    checkout: { cache },
    events: {
      ordersReadFailed: ({ error }) => {
        throw error
      },
    },
  })
  const open = async (memberId: number) => {
    const response = aResponse()
    await streams.open(
      {
        storeId: 'store',
        memberId,
        sessionDigest: Buffer.alloc(32),
        position,
        toLive: (one) => ({
          ...one,
          paidAt: '',
          paidAtText: '',
          productName: '',
          variant: '',
          total: '',
        }),
      },
      response,
    )
    return response
  }
  return {
    streams,
    open,
    placed: () => cache.signals.publish({ type: 'orders_placed', storeIds: ['store'] }),
  }
}

describe('Store application, Orders: the stream of new ones', () => {
  test('a store has at most 200 streams, whoever of it opens them', async () => {
    const { open } = streamsOf()
    const responses = await Promise.all(
      Array.from({ length: 201 }, (_, memberId) => open(memberId)),
    )
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([
      ...Array.from({ length: 200 }, () => 200),
      204,
    ])
    expect(responses.at(-1)?.writableEnded).toBe(true)
  })

  test('a stream whose reader leaves more than 1 MB waiting is broken off, and no other', async () => {
    const { open, placed } = streamsOf({ customerName: 'x'.repeat(300_000) })
    const [slow, quick] = [await open(1), await open(1)]
    quick.resume()
    for (let events = 1; events < 4; events += 1) await placed()
    await expect.poll(() => slow.writableLength).toBeGreaterThan(1_000_000)
    expect(slow.destroyed).toBe(false)
    await placed()
    await expect.poll(() => slow.destroyed).toBe(true)
    expect(quick.destroyed).toBe(false)
  })

  test('the end of all streams waits for no reader', async () => {
    const { streams, open } = streamsOf({ customerName: 'x'.repeat(300_000) })
    const [slow, quick] = [await open(1), await open(1)]
    quick.resume()
    await expect.poll(() => quick.writableLength).toBe(0)
    streams.close()
    expect([slow.destroyed, quick.writableEnded]).toEqual([true, true])
  })
})
