import type { Signal } from '../../checkout/ports/cache.ts'

type Listener = (signal: Signal) => void

export type Listeners = {
  add(listener: Listener): () => void
  deliver(signal: Signal): void
}

export const createListeners = (): Listeners => {
  const subscriptions = new Set<{ listener: Listener }>()
  return {
    add(listener) {
      const subscription = { listener }
      subscriptions.add(subscription)
      return () => void subscriptions.delete(subscription)
    },
    deliver(signal) {
      for (const subscription of subscriptions) {
        // A task of its own: a listener that throws takes the signal from no other one, and its
        // error is not hidden.
        queueMicrotask(() => {
          if (subscriptions.has(subscription)) subscription.listener(signal)
        })
      }
    },
  }
}
