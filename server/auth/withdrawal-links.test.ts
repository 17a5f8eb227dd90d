import { expect, test } from 'vitest'
import { createWithdrawalLinks } from './withdrawal-links.ts'

const NOW = Date.parse('2026-12-01T10:00:00Z')
const HOUR_MS = 3_600_000
const LINKED = { orderNumber: '7K3M9-QX2RT', email: 'ana@mail.example' }

const linksAt = (ms: number, materials = ['a'.repeat(32)]) =>
  createWithdrawalLinks({ materials, now: () => new Date(ms) })

const link = await linksAt(NOW).seal(LINKED)

test('a link to withdraw opens its order for one hour, as often as it is used', async () => {
  expect(await linksAt(NOW + HOUR_MS - 1000).open(link)).toEqual(LINKED)
  expect(await linksAt(NOW + HOUR_MS - 1000).open(link)).toEqual(LINKED)
  expect(await linksAt(NOW + HOUR_MS).open(link)).toBeUndefined()
})

test('a link that was altered, or is of another service, opens nothing', async () => {
  const altered = link.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'))
  for (const wrong of [altered, `${link}x`, '', 'x.x.x.x.x'])
    expect(await linksAt(NOW).open(wrong)).toBeUndefined()
  expect(await linksAt(NOW, ['b'.repeat(32)]).open(link)).toBeUndefined()
  expect(await linksAt(NOW, ['b'.repeat(32), 'a'.repeat(32)]).open(link)).toEqual(LINKED)
})
