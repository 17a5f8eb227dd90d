import { describe, expect, test, vi } from 'vitest'
import { busy } from '../checkout/errors.ts'
import type { CheckoutTransaction, SharedWork } from '../checkout/ports/database.ts'
import { LOCKED_BY_ANOTHER } from '../checkout/ports/payment-transaction.ts'
import { sharing } from './sharing.ts'

/** Transactions that end when the test says so; `patient` are those that wait for locks. */
function opened({ isHopeless = () => false }: { isHopeless?: (error: unknown) => boolean } = {}) {
  const begun: { isPatient: boolean; items: string[]; commit: (error?: Error) => void }[] = []
  const locked = new Set<string>()
  let failure: Error | undefined
  const work: SharedWork<string, string> = {
    async run(_tx, items) {
      const last = begun.at(-1)
      last?.items.push(...items)
      if (failure && items.length > 1) throw failure
      return items.map((item) =>
        locked.has(item) && last?.isPatient !== true ? LOCKED_BY_ANOTHER : item.toUpperCase(),
      )
    },
    keysOf: () => [],
  }
  const together = sharing({
    async transact(run, { isPatient }) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const commit = (error?: Error) => (error ? reject(error) : resolve())
      begun.push({ isPatient, items: [], commit })
      const result = await run({} as CheckoutTransaction)
      await promise
      return result
    },
    isHopeless,
  })
  return {
    locked,
    begun,
    fails: (error: Error) => {
      failure = error
    },
    pay: (item: string) => together(work, item),
    reach: (count: number) => vi.waitFor(() => expect(begun).toHaveLength(count)),
    items: () => begun.map(({ items }) => items),
    patience: () => begun.map(({ isPatient }) => isPatient),
  }
}

describe('performance: work that is shared', () => {
  test('work goes in one transaction for all that came while one was under way', async () => {
    const { pay, begun, reach, items } = opened()
    const done = ['a', 'b', 'c'].map(pay)
    begun[0]?.commit()
    await reach(2)
    begun[1]?.commit()
    expect(await Promise.all(done)).toEqual(['A', 'B', 'C'])
    expect(items()).toEqual([['a'], ['b', 'c']])
  })

  test('work leaves what somebody has locked to a transaction that waits for it, and goes on', async () => {
    const { pay, begun, reach, items, patience, locked } = opened()
    locked.add('b')
    const done = ['a', 'b', 'c'].map(pay)
    begun[0]?.commit()
    await reach(2)
    begun[1]?.commit()
    expect(await done[2]).toBe('C')
    const next = pay('d')
    await reach(4)
    begun[3]?.commit()
    expect(await next).toBe('D')
    begun[2]?.commit()
    expect(await done[1]).toBe('B')
    expect(items()).toEqual([['a'], ['b', 'c'], ['b'], ['d']])
    expect(patience()).toEqual([false, false, true, false])
  })

  test('work is done one by one where it has failed together', async () => {
    const { pay, begun, reach, items, patience, fails } = opened()
    fails(new Error('deadlock'))
    const done = ['a', 'b', 'c'].map(pay)
    begun[0]?.commit()
    await reach(4)
    for (const { commit } of begun) commit()
    expect(await Promise.all(done)).toEqual(['A', 'B', 'C'])
    expect(items()).toEqual([['a'], ['b', 'c'], ['b'], ['c']])
    expect(patience()).toEqual([false, false, true, true])
  })

  test('work is not done again once its commit was sent: it may have happened', async () => {
    const { pay, begun, reach } = opened()
    const done = ['a', 'b', 'c'].map((item) => pay(item).catch((error: Error) => error.message))
    begun[0]?.commit()
    await reach(2)
    begun[1]?.commit(new Error('connection lost'))
    expect(await Promise.all(done)).toEqual(['A', 'connection lost', 'connection lost'])
    expect(begun).toHaveLength(2)
  })

  test('work is done one by one where PostgreSQL has refused its commit: nothing has happened', async () => {
    const { pay, begun, reach, items, patience } = opened()
    const done = ['a', 'b', 'c'].map(pay)
    begun[0]?.commit()
    await reach(2)
    begun[1]?.commit(busy())
    await reach(4)
    for (const { commit } of begun) commit()
    expect(await Promise.all(done)).toEqual(['A', 'B', 'C'])
    expect(items()).toEqual([['a'], ['b', 'c'], ['b'], ['c']])
    expect(patience()).toEqual([false, false, true, true])
  })

  test('work is not done again where that would fail, too', async () => {
    const { pay, begun, reach, fails } = opened({ isHopeless: () => true })
    fails(new Error('away'))
    const done = ['a', 'b', 'c'].map((item) => pay(item).catch((error: Error) => error.message))
    begun[0]?.commit()
    await reach(2)
    expect(await Promise.all(done)).toEqual(['A', 'away', 'away'])
    expect(begun).toHaveLength(2)
  })
})
