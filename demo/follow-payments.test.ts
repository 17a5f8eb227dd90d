import { expect, test, vi } from 'vitest'
import type { Order, ReadSession, StoreEvent } from './checkout-api.ts'
import { followPayments } from './follow-payments.ts'

const ORDER = { orderNumber: '7K3M9-QX2RT', quantity: 1 } as Order

const event = (sessionId: string): StoreEvent => ({
  id: `evt_${sessionId}`,
  type: 'checkout.session.completed',
  data: { sessionId },
})

test('the shop packs what the session says is paid, and asks on from the cursor it got', async () => {
  const stopping = new AbortController()
  const asked: string[] = []
  const packed: string[] = []
  const open: ReadSession = { status: 'open', order: null, receipt: null }
  const sessions: Record<string, ReadSession> = {
    cs_paid: { status: 'complete', order: ORDER, receipt: 'signed' },
    cs_open: open,
  }
  await followPayments(
    {
      waitForPayments: async (after) => {
        asked.push(after)
        if (after === 'second') stopping.abort()
        return after === 'now'
          ? { data: [event('cs_open'), event('cs_paid')], nextCursor: 'second' }
          : { data: [], nextCursor: 'third' }
      },
      getSession: async (id) => sessions[id] ?? open,
    },
    {
      stop: stopping.signal,
      onPaid: async ({ order }) => {
        packed.push(order!.orderNumber)
      },
    },
  )
  expect(asked).toEqual(['now', 'second'])
  expect(packed).toEqual([ORDER.orderNumber])
})

test('an order that could not be packed is packed later, and the shop goes on', async () => {
  const stopping = new AbortController()
  const tried: string[] = []
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await followPayments(
    {
      waitForPayments: async () => ({ data: [event('cs_paid')], nextCursor: 'second' }),
      getSession: async () => ({ status: 'complete', order: ORDER, receipt: 'signed' }),
    },
    {
      stop: stopping.signal,
      retryMs: 1,
      onPaid: async ({ order }) => {
        tried.push(order!.orderNumber)
        if (tried.length === 1) throw new Error('the keys cannot be read')
        stopping.abort()
      },
    },
  )
  expect(tried).toEqual([ORDER.orderNumber, ORDER.orderNumber])
  expect(said).toHaveBeenCalledWith(expect.stringContaining('the keys cannot be read'))
  said.mockRestore()
})
