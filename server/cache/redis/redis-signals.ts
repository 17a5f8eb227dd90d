import { randomUUID } from 'node:crypto'
import type { Signal, Signals } from '../../checkout/ports/cache.ts'
import { createListeners } from '../memory/listeners.ts'
import { disconnect } from './redis-client.ts'
import type { RedisClient } from './redis-client.ts'
import type { CacheEvents, Connection } from './redis-connection.ts'
import { within } from './redis-connection.ts'

const CHANNEL = 'hc:signals'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const areTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string')

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const toSignal = (value: unknown): Signal | undefined => {
  if (!isRecord(value)) return undefined
  const { type, sessionIds, storeIds, storeId, kind } = value
  if (type === 'sessions_changed' && areTexts(sessionIds)) return { type, sessionIds }
  if (type === 'orders_placed' && areTexts(storeIds)) return { type, storeIds }
  if (
    type === 'key_regenerated' &&
    typeof storeId === 'string' &&
    (kind === 'public' || kind === 'secret')
  ) {
    return { type, storeId, kind }
  }
  return undefined
}

/**
 * A message is `{from, signal}`. A process gets its own signals directly and knows by `from` which
 * of them come back.
 */
export const parseMessage = (text: string): { from: string; signal: Signal } | undefined => {
  const message = parseJson(text)
  if (!isRecord(message) || typeof message['from'] !== 'string') return undefined
  const signal = toSignal(message['signal'])
  return signal && { from: message['from'], signal }
}

/** `subscriber` is a connection of its own: one that listens can do nothing else. */
export const createSignals = (
  subscriber: RedisClient,
  {
    connection,
    events,
  }: {
    connection: Connection
    events: CacheEvents
  },
) => {
  const self = randomUUID()
  const listeners = createListeners()
  const firstSubscription = Promise.withResolvers<void>()

  // The main connection says that Redis is away. This one only has to come back, and subscribes
  // each time it does.
  subscriber.on('error', () => undefined)
  subscriber.on('ready', () => {
    subscriber.subscribe(CHANNEL).then(
      () => firstSubscription.resolve(),
      () => subscriber.disconnect(true),
    )
  })
  subscriber.on('message', (_channel: string, text: string) => {
    const message = parseMessage(text)
    if (message === undefined) events.cacheContentUnreadable({ kind: 'signal' })
    else if (message.from !== self) listeners.deliver(message.signal)
  })

  const signals: Signals = {
    async publish(signal) {
      listeners.deliver(signal)
      await connection.ask((redis) =>
        redis.publish(CHANNEL, JSON.stringify({ from: self, signal })),
      )
    },
    subscribe: (listener) => listeners.add(listener),
  }

  return {
    signals,
    /** Connects, and gives up waiting after `patienceMs`; the attempts go on. */
    async open(patienceMs: number) {
      try {
        await within(
          patienceMs,
          subscriber.connect().then(() => firstSubscription.promise),
        )
      } catch {
        // `ready` will come when Redis does.
      }
    },
    close: () => disconnect(subscriber),
  }
}
