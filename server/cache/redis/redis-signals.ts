import { randomUUID } from 'node:crypto'
import type { Signal, Signals } from '../../checkout/ports/cache.ts'
import { createListeners } from '../memory/listeners.ts'
import { type RedisClient, disconnect, isCluster } from './redis-client.ts'
import type { CacheEvents, Connection } from './redis-connection.ts'
import { within } from './redis-connection.ts'

/**
 * Each kind of signal has its channel, which in a cluster belongs to one shard: the nodes of the
 * others carry nothing of it.
 */
const CHANNELS: Record<Signal['type'], string> = {
  sessions_changed: 'hc:signals:sessions_changed',
  orders_placed: 'hc:signals:orders_placed',
  events_written: 'hc:signals:events_written',
  availability_changed: 'hc:signals:availability_changed',
  key_regenerated: 'hc:signals:key_regenerated',
}

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
  const { type, sessionIds, storeIds, variantIds, storeId, kind } = value
  if (type === 'sessions_changed' && areTexts(sessionIds)) return { type, sessionIds }
  if ((type === 'orders_placed' || type === 'events_written') && areTexts(storeIds))
    return { type, storeIds }
  if (type === 'availability_changed' && areTexts(variantIds)) return { type, variantIds }
  if (
    type === 'key_regenerated' &&
    typeof storeId === 'string' &&
    (kind === 'public' || kind === 'secret')
  ) {
    return { type, storeId, kind }
  }
  return undefined
}

/** A message is `{from, signal}`. By `from` a process knows its own messages. */
export const parseMessage = (text: string): { from: string; signal: Signal } | undefined => {
  const message = parseJson(text)
  if (!isRecord(message) || typeof message['from'] !== 'string') return undefined
  const signal = toSignal(message['signal'])
  return signal && { from: message['from'], signal }
}

/** Merges the signals of one moment into as few messages as possible. */
export function merge(signals: Signal[]): Signal[] {
  const sessionIds = new Set<string>()
  const storeIds = { orders_placed: new Set<string>(), events_written: new Set<string>() }
  const variantIds = new Set<string>()
  const others: Signal[] = []
  for (const signal of signals) {
    if (signal.type === 'sessions_changed') for (const id of signal.sessionIds) sessionIds.add(id)
    else if (signal.type === 'availability_changed')
      for (const id of signal.variantIds) variantIds.add(id)
    else if (signal.type === 'key_regenerated') others.push(signal)
    else for (const id of signal.storeIds) storeIds[signal.type].add(id)
  }
  const ofStores = (type: keyof typeof storeIds): Signal[] =>
    storeIds[type].size > 0 ? [{ type, storeIds: [...storeIds[type]] }] : []
  const merged: Signal[] = []
  if (sessionIds.size > 0) merged.push({ type: 'sessions_changed', sessionIds: [...sessionIds] })
  if (variantIds.size > 0)
    merged.push({ type: 'availability_changed', variantIds: [...variantIds] })
  return [...merged, ...ofStores('orders_placed'), ...ofStores('events_written'), ...others]
}

/** Payments that share a transaction announce at one moment: their signals are sent together. */
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

/** Subscribes to all channels, and again after each loss of the connection. */
function listenAlways(
  subscriber: RedisClient,
  { connection, onListening }: { connection: Connection; onListening: () => void },
) {
  // The client of a cluster subscribes again by itself, wherever a channel's slot has gone.
  const kept = new Set<string>()
  const subscribe = async (channel: string) => {
    if (kept.has(channel)) return
    await subscriber.ssubscribe(channel)
    if (isCluster(subscriber)) kept.add(channel)
  }

  // The main connection logs outages. This one only comes back, and then subscribes again.
  subscriber.on('error', () => undefined)
  subscriber.on('ready', () => {
    Promise.all(Object.values(CHANNELS).map(subscribe)).then(onListening, () =>
      subscriber.disconnect(true),
    )
  })
  // A server that hangs is noticed by missing answers, and this connection waits for none.
  connection.onLost(() => {
    if (subscriber.status === 'ready') subscriber.disconnect(true)
  })
}

/** `subscriber`: a separate connection, because one that listens can do nothing else. */
export function createSignals(
  subscriber: RedisClient,
  { connection, events }: { connection: Connection; events: CacheEvents },
) {
  const self = randomUUID()
  const listeners = createListeners()
  const firstSubscription = Promise.withResolvers<void>()

  listenAlways(subscriber, { connection, onListening: () => firstSubscription.resolve() })
  subscriber.on('smessage', (_channel: string, text: string) => {
    const message = parseMessage(text)
    if (message === undefined) events.cacheContentUnreadable({ kind: 'signal' })
    else if (message.from !== self) listeners.deliver(message.signal)
  })

  const send = createSender((signal) =>
    connection.ask((redis) =>
      redis.spublish(CHANNELS[signal.type], JSON.stringify({ from: self, signal })),
    ),
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
    /** Connects. After `patienceMs` it no longer waits, but goes on trying. */
    async open(patienceMs: number) {
      try {
        await within(
          patienceMs,
          subscriber.connect().then(() => firstSubscription.promise),
        )
      } catch {
        // `ready` comes when Redis does.
      }
    },
    close: () => disconnect(subscriber),
  }
}
