import { expect, onTestFinished, test, vi } from 'vitest'
import { watchFrames } from './watch-frames.ts'

test('checkout page §3: who enters a frame again within a second is given a second again before anything moves', () => {
  const watching = new AbortController()
  vi.useFakeTimers()
  onTestFinished(() => {
    watching.abort()
    vi.useRealTimers()
  })
  const afterPress = watchFrames((act) => act(), watching)
  const move = vi.fn<() => void>()
  const enter = () => window.dispatchEvent(new FocusEvent('blur'))
  enter()
  afterPress(move)
  vi.advanceTimersByTime(900)
  enter()
  vi.advanceTimersByTime(999)
  expect(move).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(move).toHaveBeenCalledOnce()
})
