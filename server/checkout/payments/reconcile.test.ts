import { describe, expect, test } from 'vitest'
import type { LedgerEntry } from '../ports/provider.ts'
import type { ReconciliationRecords, RecordedPayment } from '../ports/platform-records.ts'
import { type Difference, differenceOf, reconcile } from './reconcile.ts'

const anEntry = (fields: Partial<LedgerEntry> = {}) => ({
  paymentId: 'pay_1',
  sessionId: 'cs_1',
  storeId: 'st_1',
  namesUs: true,
  amount: 1990,
  captured: 1990,
  refunded: 0,
  chargedBack: 0,
  currency: 'EUR',
  isOpen: false,
  createdAt: new Date(0),
  ...fields,
  attemptId: 'att_1',
})

const ORDER = {
  orderNumber: 'AAAAA-11111',
  amount: 1990,
  currency: 'EUR',
  refunded: 0,
  refundPending: 0,
}

const aPayment = (fields: Partial<RecordedPayment> = {}): RecordedPayment => ({
  attemptId: 'att_1',
  sessionId: 'cs_1',
  providerPaymentId: 'pay_1',
  state: 'captured',
  isMoving: false,
  order: ORDER,
  ...fields,
})

const refunding = (refunded: number, refundPending = 0) => ({
  order: { ...ORDER, refunded, refundPending },
})

const OPEN = { captured: 0, isOpen: true }
const NOTHING = { captured: 0 }
const GIVEN_BACK = { refunded: 1990 }
const VOIDED = { state: 'voided', order: null } as const
const ASKED = { state: 'requires_action', order: null } as const
const LIVE = { state: 'capturing', order: null } as const

describe('payments §6 I12: a payment in the provider’s books and in ours', () => {
  test.each<
    [
      string,
      Partial<LedgerEntry>,
      Partial<RecordedPayment> | undefined,
      ReturnType<typeof differenceOf>,
    ]
  >([
    ['captured, ordered', {}, {}, undefined],
    ['captured, ordered, its id never heard', {}, { providerPaymentId: null }, undefined],
    ['captured, unknown to us', {}, undefined, 'captured_without_order'],
    ['captured, given up', {}, VOIDED, 'captured_without_order'],
    ['captured, stuck on the way', {}, LIVE, 'captured_without_order'],
    [
      'captured, of an order that another payment paid',
      { paymentId: 'pay_2' },
      {},
      'captured_without_order',
    ],
    [
      'captured, given back in part, given up',
      { refunded: 1000 },
      VOIDED,
      'captured_without_order',
    ],
    ['captured, given back, given up', GIVEN_BACK, VOIDED, undefined],
    ['captured, given back, ordered', GIVEN_BACK, {}, 'refund_differs'],
    ['captured, given back in part, ordered', { refunded: 1 }, {}, 'refund_differs'],
    ['captured, given back as the order says', GIVEN_BACK, refunding(1990), undefined],
    [
      'captured, given back in part as the order says',
      { refunded: 500 },
      refunding(500),
      undefined,
    ],
    [
      'captured, given back less than the order says',
      { refunded: 499 },
      refunding(500),
      'refund_differs',
    ],
    [
      'captured, given back more than the order says',
      { refunded: 501 },
      refunding(500),
      'refund_differs',
    ],
    ['captured, not given back yet', {}, refunding(0, 500), undefined],
    [
      'captured, given back, the order has not heard of it',
      { refunded: 800 },
      refunding(300, 500),
      undefined,
    ],
    [
      'captured, given back more than was ever asked for',
      { refunded: 801 },
      refunding(300, 500),
      'refund_differs',
    ],
    [
      'captured, given back less than is done',
      { refunded: 299 },
      refunding(300, 500),
      'refund_differs',
    ],
    ['captured, given back at this moment', GIVEN_BACK, { isMoving: true }, undefined],
    ['captured, ordered for one unit more', { captured: 1989 }, {}, 'amount_differs'],
    ['captured, ordered for one unit less', { captured: 1991 }, {}, 'amount_differs'],
    ['captured in another currency', { currency: 'JPY' }, {}, 'amount_differs'],
    ['reserved, ordered', OPEN, {}, 'order_without_money'],
    ['nothing, ordered', NOTHING, {}, 'order_without_money'],
    ['nothing, given up', NOTHING, VOIDED, undefined],
    ['nothing, unknown to us', NOTHING, undefined, undefined],
    ['captured and charged back, unknown to us', { chargedBack: 1990 }, undefined, undefined],
    ['captured, charged back in part', { chargedBack: 1989 }, VOIDED, 'captured_without_order'],
    ['reserved, unknown to us', OPEN, undefined, 'left_open'],
    ['reserved, given up', OPEN, VOIDED, 'left_open'],
    ['reserved, declined', OPEN, { state: 'declined', order: null }, 'left_open'],
    ['reserved, of a live attempt', OPEN, ASKED, undefined],
    ['reserved twice, of a live attempt', { ...OPEN, paymentId: 'pay_2' }, ASKED, 'left_open'],
    ['captured, on the way at this moment', {}, { ...LIVE, isMoving: true }, undefined],
    ['reserved, given up at this moment', OPEN, { ...VOIDED, isMoving: true }, undefined],
  ])('a payment in both books is judged: %s', (_, theirs, ours, difference) => {
    expect(differenceOf(anEntry(theirs), ours && aPayment(ours))).toBe(difference)
  })
})

async function* list<Item>(items: Iterable<Item>) {
  yield* items
}

describe('payments §6 I12: comparing the books', () => {
  test('a hundred thousand payments are read in small batches, those of others not at all', async () => {
    const batches: number[] = []
    const asked: Date[] = []
    let reads = 0
    const records: ReconciliationRecords = {
      startedAt: new Date('2026-03-31T00:00:00Z'),
      findPayments: async (payments) => {
        batches.push(payments.length)
        // Only the batches that were asked for have been read.
        expect(reads - payments.length * batches.length).toBeLessThanOrEqual(batches.length)
        return new Map(payments.map(({ attemptId }) => [attemptId, aPayment({ attemptId })]))
      },
      listMissing: () => list<RecordedPayment>([]),
      listUnresolvedBreaks: () => list([]),
    }
    const found: Difference[] = []
    const summary = await reconcile(
      {
        records,
        providers: [
          {
            name: 'test',
            async *listPayments(since) {
              asked.push(since)
              for (let count = 0; count < 100_000; count += 1) {
                reads += 1
                yield { ...anEntry(), attemptId: `att_${count}` }
                if (count % 500 === 0) yield { ...anEntry(), attemptId: null }
              }
            },
          },
        ],
      },
      { days: 30, report: (difference) => found.push(difference) },
    )
    expect(summary).toEqual({ compared: 100_000, differences: 0 })
    expect(found).toEqual([])
    expect(Math.max(...batches)).toBe(500)
    expect(asked).toEqual([new Date('2026-02-28T23:00:00Z')])
  })
})
