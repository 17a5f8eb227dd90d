import { expect, test } from 'vitest'
import { networksOf } from '../../admission/client-address.ts'
import { createMemoryRateLimiter } from '../../cache/memory/memory-rate-limiter.ts'
import { type WithdrawLimits, takeLink, takeTry } from './withdraw-limits.ts'

const ORDER = '7K3M9-QX2RT'
const DAY_SECONDS = 86_400

/** Tries of networks that have tried nothing before, at a time that does not pass. */
function aVisit() {
  let nowMs = 0
  const limiter = createMemoryRateLimiter({ perSecond: 1, burst: 1 }, () => nowMs)
  const context: WithdrawLimits = {
    checkout: { cache: { limiter } },
    callers: { networksOf: (address) => networksOf(address, new Uint8Array(32)) },
  }
  const asked = (address: string, orderNumber: string) => ({ address, orderNumber })
  return {
    tryOnce: async (address: string, orderNumber = ORDER) =>
      (await takeTry(context, asked(address, orderNumber)))?.type ?? 'let through',
    mail: async (address: string, orderNumber = ORDER) => {
      const taken = await takeLink(context, asked(address, orderNumber))
      return taken.type === 'taken' ? taken.isSent : taken.type
    },
    pass: (seconds: number) => {
      nowMs += seconds * 1000
    },
  }
}

/** How many of these are let through, and what the next one gets. */
async function countLetThrough(one: () => Promise<string>) {
  for (let count = 0; ; count += 1) {
    const answer = await one()
    if (answer !== 'let through') return { count, then: answer }
  }
}

test('a network has ten tries for an order, then one a minute', async () => {
  const { tryOnce, pass } = aVisit()
  const tries = () => countLetThrough(() => tryOnce('198.51.100.1'))
  expect(await tries()).toEqual({ count: 10, then: 'spent' })
  pass(59)
  expect((await tries()).count).toBe(0)
  pass(1)
  expect((await tries()).count).toBe(1)
})

test('a stranger elsewhere takes none of the tries of the buyer’s network', async () => {
  const { tryOnce } = aVisit()
  expect((await countLetThrough(() => tryOnce('203.0.113.9'))).count).toBe(10)
  expect(await tryOnce('198.51.100.1')).toBe('let through')
})

test('a network has twenty tries for all orders, then one in five seconds', async () => {
  const { tryOnce, pass } = aVisit()
  let order = 0
  const tries = () =>
    countLetThrough(() => {
      order += 1
      return tryOnce('198.51.100.1', `order ${order}`)
    })
  expect(await tries()).toEqual({ count: 20, then: 'limited' })
  pass(5)
  expect((await tries()).count).toBe(1)
})

test('all networks together have 24 tries for an order, and 24 more in a day', async () => {
  const { tryOnce, pass } = aVisit()
  let network = 0
  const tries = () =>
    countLetThrough(() => {
      network += 1
      return tryOnce(`198.51.${network >> 8}.${network % 256}`)
    })
  expect(await tries()).toEqual({ count: 24, then: 'spent' })
  pass(3599)
  expect((await tries()).count).toBe(0)
  pass(DAY_SECONDS - 3599)
  expect((await tries()).count).toBe(24)
  expect(await tryOnce('203.0.113.9', 'another order')).toBe('let through')
})

test('an order has three mails with a link, then one in eight hours', async () => {
  const { mail, pass } = aVisit()
  const mails = async () => [await mail('198.51.100.1'), await mail('203.0.113.9')]
  expect([...(await mails()), ...(await mails())]).toEqual([true, true, true, false])
  pass(DAY_SECONDS / 3)
  expect(await mails()).toEqual([true, false])
})

test('who asks for mails about many orders is refused as one who tries them', async () => {
  const { mail } = aVisit()
  const answers = []
  for (let order = 0; order < 21; order += 1)
    answers.push(await mail('198.51.100.1', `order ${order}`))
  expect(answers.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => true))
  expect(answers[20]).toBe('limited')
})
