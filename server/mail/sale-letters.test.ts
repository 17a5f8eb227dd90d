import { expect, test } from 'vitest'
import { writeOfSales } from './sale-letters.ts'

const STORE = { name: 'Loom & Co', isTest: false, logoUrl: null, branding: null }
const sale = (orderNumber: string) => ({
  orderNumber,
  productName: 'Mug',
  size: null,
  color: null,
  quantity: 1,
  amountTotal: 1990,
  currency: 'EUR',
})

test('a mail about many orders shows the first, and says how many more there are and where', () => {
  const { subject, text } = writeOfSales({
    store: STORE,
    sales: [sale('7K3M9-QX2RT'), sale('8K3M9-QX2RT')],
    count: 1200,
    baseUrl: 'https://pay.example',
  })
  expect(subject).toBe('1200 orders at Loom & Co')
  expect(text).toContain('7K3M9-QX2RT')
  expect(text).toContain('And 1198 more.')
  expect(text).toContain('https://pay.example/store/orders?state=to_fulfil')
})
