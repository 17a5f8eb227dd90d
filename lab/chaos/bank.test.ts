import { describe, expect, test } from 'vitest'
import { type BankPayment, KEPT, NO_MONEY, PAID, compareWithBank } from './bank.ts'
import { IN_TIME } from './bank-off-page.ts'
import { DISPUTES_REPORTED, OVERDRAWN, REFUNDS_REPORTED } from './bank-ledger.ts'

const PAYMENT: BankPayment = {
  bank: 'test',
  attempt: 'att_1',
  session: 'cs_1',
  currency: 'EUR',
  captured: 1000,
  refunded: 300,
  takenAt: null,
  isOpen: false,
  isConfirmedAgain: false,
  refunds: [{ id: 're_1', refundId: null, isWhole: false, amount: 300, state: 'succeeded' }],
  disputes: [{ id: 'dp_1', amount: 700, state: 'lost' }],
}
const ATTEMPT = {
  bank: 'test',
  attempt: 'att_1',
  state: 'captured',
  currency: 'EUR',
  total: 1000,
  asked: 0,
}
const REFUND = { attempt: 'att_1', id: 're_1', refundId: 'rf_1', amount: 300, kind: 'provider' }
const DISPUTE = { attempt: 'att_1', id: 'dp_1' }

/** What is found at rest when this is on record of the payment. */
async function compare(
  {
    asked = 0,
    ...record
  }: { asked?: number; refunded: number; refunds: object[]; disputes: object[] },
  payments = [PAYMENT],
) {
  const rows = async (text: string) =>
    text.includes('from order_disputes')
      ? record.disputes
      : text.includes('from payment_attempts')
        ? [{ ...ATTEMPT, asked, refunded: record.refunded, succeeded: 0 }]
        : record.refunds
  const found = await compareWithBank(
    { rows: rows as Parameters<typeof compareWithBank>[0]['rows'] },
    { books: async () => payments, isAtRest: true },
  )
  return found.map(({ invariant }) => invariant)
}

test('payments §8: at rest what the bank did by itself is on record as it stands there', async () => {
  const refunds = [{ ...REFUND, state: 'succeeded' }]
  const disputes = [{ ...DISPUTE, state: 'lost' }]
  expect(await compare({ refunded: 300, refunds, disputes })).toEqual([])
  expect(await compare({ refunded: 0, refunds: [], disputes })).toEqual([KEPT, REFUNDS_REPORTED])
  expect(await compare({ refunded: 300, refunds: [...refunds, ...refunds], disputes })).toEqual([
    REFUNDS_REPORTED,
  ])
  expect(
    await compare({ refunded: 300, refunds: [{ ...REFUND, state: 'failed' }], disputes }),
  ).toEqual([REFUNDS_REPORTED])
  expect(
    await compare({ refunded: 300, refunds, disputes: [{ ...DISPUTE, state: 'needs_response' }] }),
  ).toEqual([DISPUTES_REPORTED])
  expect(await compare({ refunded: 300, refunds, disputes: [] })).toEqual([DISPUTES_REPORTED])
})

test('payments §8: what is refunded and what is lost are together no more than was captured', async () => {
  const record = {
    refunded: 300,
    refunds: [{ ...REFUND, state: 'succeeded' }],
    disputes: [{ ...DISPUTE, state: 'lost' }],
  }
  const disputed = (amount: number): BankPayment => ({
    ...PAYMENT,
    disputes: [{ id: 'dp_1', amount, state: 'lost' }],
  })
  expect(await compare(record, [disputed(700)])).toEqual([])
  expect(await compare(record, [disputed(701)])).toEqual([OVERDRAWN])
})

test('payments §8: a refund that was refused to one process and made for another is the bank’s own', async () => {
  const [made] = PAYMENT.refunds
  const payment = { ...PAYMENT, disputes: [], refunds: [{ ...made!, refundId: 'rf_0' }] }
  const refused = { ...REFUND, id: null, refundId: 'rf_0', kind: 'requested', state: 'failed' }
  const counted = { ...REFUND, state: 'succeeded' }
  const judge = (refunds: object[]) =>
    compare({ asked: 300, refunded: 300, refunds, disputes: [] }, [payment])
  expect(await judge([refused, counted])).toEqual([])
  expect(await judge([refused])).toEqual([REFUNDS_REPORTED])
})

test('payments §8: a charge is looked for at the bank where its attempt began', async () => {
  const record = {
    refunded: 300,
    refunds: [{ ...REFUND, state: 'succeeded' }],
    disputes: [{ ...DISPUTE, state: 'lost' }],
  }
  const atStripe: BankPayment = { ...PAYMENT, bank: 'stripe' }
  expect(await compare(record, [atStripe])).toEqual([PAID, KEPT, KEPT])
  expect(await compare(record, [PAYMENT, atStripe])).toEqual([KEPT])
})

describe('decision 82: of money that its buyer has confirmed elsewhere', () => {
  const AT = Date.parse('2026-01-01T12:00:00Z')
  const WHOLE = {
    id: 're_1',
    refundId: null,
    isWhole: true,
    amount: 1000,
    state: 'succeeded',
  } as const
  const TAKEN = { ...PAYMENT, captured: 1000, takenAt: AT, disputes: [] }
  const KEEPS: BankPayment = { ...TAKEN, refunded: 0, refunds: [] }
  const RETURNS: BankPayment = { ...TAKEN, refunded: 1000, refunds: [WHOLE] }

  async function judge(
    payment: BankPayment,
    {
      leftMs,
      hasForgotten = false,
      ...attempt
    }: {
      leftMs: number
      hasForgotten?: boolean
      state: string
      total: number | null
    },
  ) {
    const leaseUntil = new Date(AT + leftMs)
    const recorded = { ...ATTEMPT, amount: 1000, refunded: 0, succeeded: 0, leaseUntil, ...attempt }
    const rows = async (text: string) =>
      text.includes('from payment_attempts') ? [recorded] : ([] as object[])
    const found = await compareWithBank(
      { rows: rows as Parameters<typeof compareWithBank>[0]['rows'] },
      { books: async () => [payment], isAtRest: false, hasForgotten },
    )
    return found.map(({ invariant }) => invariant)
  }
  const order = { state: 'captured', total: 1000 }
  const returned = { state: 'refunded', total: null }

  test('money confirmed in time is an order, and money confirmed afterwards goes back', async () => {
    expect(await judge(KEEPS, { ...order, leftMs: 0 })).toEqual([])
    expect(await judge(RETURNS, { ...returned, leftMs: -1 })).toEqual([])
  })
  test('the check tells of late money that is an order, and of money in time that goes back', async () => {
    expect(await judge(KEEPS, { ...order, leftMs: -1 })).toEqual([IN_TIME])
    expect(await judge(RETURNS, { ...returned, leftMs: 0 })).toEqual([IN_TIME])
    const ofAnotherAmount = { ...RETURNS, captured: 1100, refunded: 1100 }
    expect(await judge(ofAnotherAmount, { ...returned, leftMs: 0 })).toEqual([])
  })
  test('a record that has forgotten may say that there was still time', async () => {
    expect(await judge(RETURNS, { ...returned, leftMs: 0, hasForgotten: true })).toEqual([])
    expect(await judge(KEEPS, { ...order, leftMs: -1, hasForgotten: true })).toEqual([IN_TIME])
  })
  test('money that is given back as nobody’s is given back once, and is no order', async () => {
    const failed = { ...WHOLE, state: 'failed' } as const
    const refunds = (...of: BankPayment['refunds']) => ({ ...RETURNS, refunds: of })
    expect(await judge(refunds(failed, WHOLE), { ...returned, leftMs: -1 })).toEqual([])
    expect(await judge(refunds(WHOLE, WHOLE), { ...returned, leftMs: -1 })).toEqual([IN_TIME])
    expect(await judge(RETURNS, { ...order, leftMs: 0 })).toEqual([IN_TIME])
  })
  test('no money is left of what was given up, but for a refund that its bank took back', async () => {
    expect(await judge(KEEPS, { ...returned, leftMs: -1 })).toEqual([NO_MONEY])
    const failed = { ...KEEPS, refunds: [{ ...WHOLE, state: 'failed' } as const] }
    expect(await judge(failed, { ...returned, leftMs: -1 })).toEqual([])
  })
})
