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
  if ((type === 'orders_placed' || type === 'events_written') && areTexts(storeIds))
    return { type, storeIds }
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

/** Signals of one moment in as few messages as will do. */
export function merge(signals: Signal[]): Signal[] {
  const sessionIds = new Set<string>()
  const storeIds = { orders_placed: new Set<string>(), events_written: new Set<string>() }
  const others: Signal[] = []
  for (const signal of signals) {
    if (signal.type === 'sessions_changed') for (const id of signal.sessionIds) sessionIds.add(id)
    else if (signal.type === 'key_regenerated') others.push(signal)
    else for (const id of signal.storeIds) storeIds[signal.type].add(id)
  }
  const ofStores = (type: keyof typeof storeIds): Signal[] =>
    storeIds[type].size > 0 ? [{ type, storeIds: [...storeIds[type]] }] : []
  return [
    ...(sessionIds.size > 0
      ? [{ type: 'sessions_changed' as const, sessionIds: [...sessionIds] }]
      : []),
    ...ofStores('orders_placed'),
    ...ofStores('events_written'),
    ...others,
  ]
}

/** What payments that went together have to tell comes in one moment, and goes together. */
function createSender(send: (signal: Signal) => Promise<unknown>) {
  let waiting: Signal[] = []
  let sending: Promise<unknown> | undefined

  async function sendSoon() {
    await new Promise((resolve) => setImmediate(resolve))
    const merged = merge(waiting)
    waiting = []
    sending = undefined
    await Promise.all(merged.map(send))
  }

  return async (signal: Signal) => {
    waiting.push(signal)
    sending ??= sendSoon()
    await sending
  }
}

/** `subscriber` is a connection of its own: one that listens can do nothing else. */
export function createSignals(
  subscriber: RedisClient,
  { connection, events }: { connection: Connection; events: CacheEvents },
) {
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

  const send = createSender((signal) =>
    connection.ask((redis) => redis.publish(CHANNEL, JSON.stringify({ from: self, signal }))),
  )
  const signals: Signals = {
    async publish(signal) {
      listeners.deliver(signal)
      await send(signal)
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
