import { expect, test, vi } from 'vitest'
import type { Signal } from '../../checkout/ports/cache.ts'
import { createListeners } from './listeners.ts'

const signal: Signal = { type: 'sessions_changed', sessionIds: ['cs_1'] }

test('payments §5: one listener subscribed twice hears twice, and once after one of the subscriptions ended', async () => {
  const listeners = createListeners()
  const heard = vi.fn()
  const stop = listeners.add(heard)
  listeners.add(heard)
  listeners.deliver(signal)
  await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(2))
  stop()
  listeners.deliver(signal)
  await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(3))
})

test('payments §5: a listener that leaves while a signal is on its way hears nothing', async () => {
  const listeners = createListeners()
  const [leaving, staying] = [vi.fn(), vi.fn()]
  const stop = listeners.add(leaving)
  listeners.add(staying)
  listeners.deliver(signal)
  stop()
  await vi.waitFor(() => expect(staying).toHaveBeenCalledExactlyOnceWith(signal))
  expect(leaving).not.toHaveBeenCalled()
})
