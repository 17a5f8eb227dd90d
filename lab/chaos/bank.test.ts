import { expect, test } from 'vitest'
import { type BankPayment, KEPT, PAID, compareWithBank } from './bank.ts'
import { DISPUTES_TOLD, REFUNDS_TOLD } from './bank-ledger.ts'

const PAYMENT: BankPayment = {
  bank: 'test',
  attempt: 'att_1',
  session: 'cs_1',
  currency: 'EUR',
  captured: 1000,
  refunded: 300,
  isOpen: false,
  isConfirmedAgain: false,
  refunds: [{ id: 're_1', refundId: null, amount: 300, state: 'succeeded' }],
  disputes: [{ id: 'dp_1', state: 'lost' }],
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
  record: { refunded: number; refunds: object[]; disputes: object[] },
  payments = [PAYMENT],
) {
  const rows = async (text: string) =>
    text.includes('from order_disputes')
      ? record.disputes
      : text.includes('from payment_attempts')
        ? [{ ...ATTEMPT, refunded: record.refunded, succeeded: 0 }]
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
  expect(await compare({ refunded: 0, refunds: [], disputes })).toEqual([KEPT, REFUNDS_TOLD])
  expect(await compare({ refunded: 300, refunds: [...refunds, ...refunds], disputes })).toEqual([
    REFUNDS_TOLD,
  ])
  expect(
    await compare({ refunded: 300, refunds: [{ ...REFUND, state: 'failed' }], disputes }),
  ).toEqual([REFUNDS_TOLD])
  expect(
    await compare({ refunded: 300, refunds, disputes: [{ ...DISPUTE, state: 'needs_response' }] }),
  ).toEqual([DISPUTES_TOLD])
  expect(await compare({ refunded: 300, refunds, disputes: [] })).toEqual([DISPUTES_TOLD])
})

test('payments §8: a charge is looked for at the bank where its attempt began', async () => {
  const record = {
    refunded: 300,
    refunds: [{ ...REFUND, state: 'succeeded' }],
    disputes: [{ ...DISPUTE, state: 'lost' }],
  }
  const elsewhere: BankPayment = { ...PAYMENT, bank: 'stripe' }
  expect(await compare(record, [elsewhere])).toEqual([PAID, KEPT, KEPT])
  expect(await compare(record, [PAYMENT, elsewhere])).toEqual([KEPT])
})
