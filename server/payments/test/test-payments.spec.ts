import { afterAll, describe, expect, test } from 'vitest'
import { ids, randomBase62 } from '../../auth/random.ts'
import { SYSTEM_CLOCKS } from '../../cache/memory/clocks.ts'
import type { PaymentAttempt } from '../../checkout/payments/attempt.ts'
import { openPool } from '../../postgres/database.ts'
import { anAttempt } from '../../testing/bank/an-attempt.ts'
import { CARDS } from '../../testing/builders.ts'
import { createTestDatabase } from '../../testing/servers/test-postgres.ts'
import { openSql } from '../../testing/sql.ts'
import { openTestLedger } from './test-ledger.ts'
import { createTestProvider } from './test-provider.ts'

const database = await createTestDatabase()
const pool = openPool(database.connection, { onIdleError: () => undefined })
const sql = openSql(database.url)
afterAll(async () => {
  await sql.close()
  await pool.close()
  await database.drop()
})

const bank = createTestProvider({
  ledger: openTestLedger(pool),
  randomId: randomBase62,
  challengeUrl: (id) => `https://bank.example/${id}`,
  notificationSecret: Buffer.alloc(32, 7),
  now: () => new Date(SYSTEM_CLOCKS.wallMs()),
})

const aPayment = async (fields: Partial<PaymentAttempt> = {}) =>
  anAttempt({
    id: ids.attempt(),
    paymentMethod: (await bank.createPaymentMethod(CARDS.succeeds)) ?? '',
    ...fields,
  })

const CUSTOMER = { name: 'Ana Example', phone: '+34 600 123 456', email: null }
const FULFILLMENT = { option: 'standard', details: 'Post, Calle Mayor 1', fee: 0 }

describe('decision 122: the test bank asks who pays', () => {
  test.each<[string, Partial<PaymentAttempt>]>([
    ['name', { customer: { ...CUSTOMER, name: '' } }],
    ['phone', { customer: { ...CUSTOMER, phone: ' ' } }],
    ['address', { fulfillment: { ...FULFILLMENT, address: { street: '' } } }],
  ])('a payment without the buyer’s %s is declined', async (_what, fields) => {
    const attempt = await aPayment(fields)
    const declined = { type: 'declined', code: 'buyer_not_named' }
    expect(await bank.authorize(attempt)).toMatchObject(declined)
    expect(await bank.retrieve(attempt)).toMatchObject(declined)
  })

  test('the books hold nothing of the buyer', async () => {
    const attempt = await aPayment({ customer: CUSTOMER, fulfillment: FULFILLMENT })
    expect(await bank.authorize(attempt)).toMatchObject({ type: 'authorized' })
    const tables = ['payments', 'payment_methods', 'refunds', 'disputes']
    const books = await Promise.all(
      tables.map((table) => sql.rows(`select * from test_provider.${table}`)),
    )
    expect(JSON.stringify(books)).toContain(attempt.id)
    expect(JSON.stringify(books)).not.toMatch(/Ana|600 123|Mayor/)
  })
})
