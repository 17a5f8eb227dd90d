import { afterAll, describe, expect, test } from 'vitest'
import { openSql } from '../../testing/sql.ts'
import { createTestDatabase } from '../../testing/servers/test-postgres.ts'
import { plainOrderSearch } from './order-search.ts'

const database = await createTestDatabase()
const sql = openSql(database.url)
afterAll(async () => {
  await sql.close()
  await database.drop()
})

const everyPlain = Array.from({ length: 127 }, (_, code) => String.fromCharCode(code + 1))

const NAMES = [
  'Ana Example',
  '',
  '  ',
  "O'Brien-Smith, Jr.",
  'ANA ANA ana',
  'x'.repeat(100),
  `${'a1 '.repeat(30)}`,
  everyPlain.join(''),
  everyPlain.join('a'),
  'back\\slash "quoted" \'it\'',
]
const PHONES = ['+34 600 123 456', '', '(0049) 30/123-45', 'call me', everyPlain.join('')]
const STORES = ['st_0123456789abcDEF', 'st_1']

const searchOf = async (storeId: string, [number, name, phone]: string[]) =>
  (
    await sql.rows<{ search: string }>('select order_search($1, $2, $3, $4)::text as search', [
      storeId,
      number,
      name,
      phone,
    ])
  )[0]?.search

describe('Store application, Orders: what an order is found by', () => {
  test('plain letters are prepared for the search as the record prepares them', async () => {
    for (const storeId of STORES)
      for (const name of NAMES)
        for (const phone of PHONES) {
          const plain = plainOrderSearch({
            storeId,
            orderNumber: '7K3M9-QX2RT',
            customer: { name, phone, email: null },
          })
          expect(await sql.rows('select $1::tsvector::text as search', [plain])).toEqual([
            { search: await searchOf(storeId, ['7K3M9-QX2RT', name, phone]) },
          ])
        }
  })

  test.each([
    { name: 'José' },
    { name: 'ΑΣ' },
    { phone: '٠١٢٣' },
    { orderNumber: null },
    { orderNumber: '7I3M9-QX2RT' },
    { storeId: "st_a'b" },
  ])(
    'what is no plain text is left to the record: %o',
    ({ name = 'Ana', phone = '1', orderNumber = 'A', storeId = 'st_1' }) => {
      expect(
        plainOrderSearch({ storeId, orderNumber, customer: { name, phone, email: null } }),
      ).toBe(null)
    },
  )
})
