import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createPace } from './pace.ts'

function aPace() {
  let nowMs = 0
  const begun: string[] = []
  const drop = vi.fn()
  const pace = createPace<string>(drop, () => nowMs)
  return {
    pace,
    begun,
    drop,
    come: (who: string, address = 'bad') => pace.pass(address, who, () => void begun.push(who)),
    wait: (ms: number) => {
      nowMs += ms
      vi.advanceTimersByTime(ms)
    },
  }
}

beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => vi.useRealTimers())

describe('security §4: the pace of an address that does harm', () => {
  test('who comes from elsewhere, or a second later, begins at once', () => {
    const { pace, begun, come, wait } = aPace()
    pace.slow('bad')
    come('from elsewhere', 'good')
    wait(1_001)
    come('later')
    expect(begun).toEqual(['from elsewhere', 'later'])
  })

  test('for a second they begin one after the other, the newest first', () => {
    const { pace, begun, come, wait } = aPace()
    pace.slow('bad')
    for (const who of ['first', 'second', 'third']) come(who)
    expect(begun).toEqual([])
    wait(10)
    expect(begun).toEqual(['third'])
    come('fourth')
    wait(30)
    expect(begun).toEqual(['third', 'fourth', 'second', 'first'])
  })

  test('when 256 wait, the one that waits for longest is dropped', () => {
    const { pace, come, drop } = aPace()
    pace.slow('bad')
    for (let count = 0; count <= 256; count += 1) come(`${count}`)
    expect(drop.mock.calls).toEqual([['0']])
  })
})
