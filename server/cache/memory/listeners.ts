import type { Signal } from '../../checkout/ports/cache.ts'

type Listener = (signal: Signal) => void

export const createListeners = () => {
  const subscriptions = new Set<{ listener: Listener }>()
  return {
    /** Returns how to remove it. */
    add(listener: Listener) {
      const subscription = { listener }
      subscriptions.add(subscription)
      return () => void subscriptions.delete(subscription)
    },
    deliver(signal: Signal) {
      for (const subscription of subscriptions) {
        // Each listener runs apart, so that one that throws neither stops the others nor hides its
        // error.
        queueMicrotask(() => {
          if (subscriptions.has(subscription)) subscription.listener(signal)
        })
      }
    },
  }
}
