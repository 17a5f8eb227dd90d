import { describe, expect, test, vi } from 'vitest'
import { createWorkGate } from './work-gate.ts'

const BOUNDS = { atOnce: 4, atOnceOfClient: 2, waiting: 4, patienceMs: 100 }

/** Everything that can go on by itself has gone on. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

/** Work that goes on until it is told to end, in the order in which it began. */
function aWorkshop(bounds = BOUNDS) {
  const gate = createWorkGate(bounds)
  const ends: (() => void)[] = []
  const began: (string | undefined)[] = []
  const begin = (client?: string) =>
    gate.run(client, async () => {
      began.push(client)
      await new Promise<void>((resolve) => {
        ends.push(resolve)
      })
      return 'done'
    })
  return { gate, begin, began, endOne: () => ends.shift()?.() }
}

describe('security §4: work in flight', () => {
  test('work in flight is bounded, the rest waits in the order in which it came', async () => {
    const { begin, began, endOne } = aWorkshop()
    const all = ['a', 'b', 'c', 'd', 'e', 'f'].map((client) => begin(client))
    await settled()
    expect(began).toEqual(['a', 'b', 'c', 'd'])
    for (let count = 0; count < 6; count += 1) {
      endOne()
      await settled()
      expect(began).toHaveLength(Math.min(6, 5 + count))
    }
    expect(await Promise.all(all)).toEqual(Array.from({ length: 6 }, () => 'done'))
    expect(began).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
  })

  test('work of one client is bounded further, and lets those behind it pass', async () => {
    const { begin, began, endOne } = aWorkshop()
    const all = ['a', 'a', 'a', 'b'].map((client) => begin(client))
    await settled()
    expect(began).toEqual(['a', 'a', 'b'])
    endOne()
    await settled()
    expect(began).toEqual(['a', 'a', 'b', 'a'])
    for (let count = 0; count < 3; count += 1) endOne()
    await Promise.all(all)
  })

  test('work of a client that has half of the waiting places already is refused: 429', async () => {
    const { begin } = aWorkshop()
    for (let count = 0; count < 4; count += 1) void begin('a').catch(() => {})
    await expect(begin('a')).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 1 })
  })

  test('work is refused at once when all waiting places are taken: 503', async () => {
    const { begin } = aWorkshop()
    for (const client of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])
      void begin(client).catch(() => {})
    await expect(begin('i')).rejects.toMatchObject({ code: 'busy' })
  })

  test('work that waits too long is refused, and gives its slot to others', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const { begin, began, endOne } = aWorkshop()
      for (const client of ['a', 'b', 'c', 'd']) void begin(client)
      const late = begin('e').catch((error: unknown) => error)
      await settled()
      vi.advanceTimersByTime(BOUNDS.patienceMs)
      expect(await late).toMatchObject({ code: 'busy' })
      endOne()
      await settled()
      expect(began).toEqual(['a', 'b', 'c', 'd'])
      void begin('f')
      await settled()
      expect(began).toEqual(['a', 'b', 'c', 'd', 'f'])
    } finally {
      vi.useRealTimers()
    }
  })

  test('work that fails gives its slot back', async () => {
    const { gate } = aWorkshop({ ...BOUNDS, atOnce: 1 })
    await expect(gate.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await gate.run('a', async () => 'yes')).toBe('yes')
  })
})
