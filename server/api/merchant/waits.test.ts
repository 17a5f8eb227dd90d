import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createWaitSlots } from './wait-slots.ts'
import { createWaits } from './waits.ts'

/** What is waited for does not come: only the time of the wait ends it. */
function aWait({ seconds, leftMs }: { seconds: number; leftMs?: number }) {
  const read = vi.fn(async () => 'as before')
  const waits = createWaits({
    slots: createWaitSlots(),
    read,
    isWaitedFor: () => true,
    leftMs: () => leftMs,
    onFailure: () => undefined,
  })
  const answered = vi.fn<(answer: string | undefined) => void>()
  const gone = new AbortController().signal
  void waits.until({ topic: 'cs_1', asked: '' }, { key: 'k', seconds, gone }).then(answered)
  return { read, answered }
}

describe('contract §3: a wait of 25 s', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('a wait goes on for 25 s, and then is answered with what is read then', async () => {
    const { read, answered } = aWait({ seconds: 25 })
    await vi.advanceTimersByTimeAsync(24_999)
    expect(answered).not.toHaveBeenCalled()
    expect(read).toHaveBeenCalledOnce()
    await vi.advanceTimersByTimeAsync(1)
    expect(answered).toHaveBeenCalledExactlyOnceWith('as before')
    expect(read).toHaveBeenCalledTimes(2)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('a wait reads when the answer changes by itself, and not a round later', async () => {
    const { read } = aWait({ seconds: 25, leftMs: 2_000 })
    await vi.advanceTimersByTimeAsync(1_999)
    expect(read).toHaveBeenCalledOnce()
    await vi.advanceTimersByTimeAsync(1)
    expect(read).toHaveBeenCalledTimes(2)
  })
})
