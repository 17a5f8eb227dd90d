import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import {
  HostedCheckoutError,
  type HostedCheckoutClient,
  type ListEventsQuery,
  type StoreEvent,
  type StoreEventList,
} from '../server.ts'

/** Seconds that one request waits for events: as long as the service allows. */
const WAIT_SECONDS = 25

/** The same as for a webhook. */
const DELIVERY_MS = 15_000

const RETRY_MS = 1000

/** A key always gives the same secret, so that it is put into a server's settings only once. */
export const secretOf = (key: string) =>
  `whsec_${createHmac('sha256', key).update('npm run listen').digest('base64')}`

type Forwarding = {
  client: HostedCheckoutClient
  /** The address to which events are sent. */
  to: string
  secret: string
  print(line: string): void
  stop: AbortSignal
}

/**
 * Sends a store's events from now on to a local address, signed like webhooks. With `types` it
 * leaves out all other types. After a lost connection it goes on at the same event.
 *
 * @throws {HostedCheckoutError} the service refuses, as it does a type that it does not know
 */
export async function listen({ types, ...forwarding }: Forwarding & { types: string[] }) {
  const { to, secret, print, stop } = forwarding
  for (const type of types)
    await readEvents(forwarding, { after: 'now', type: type as StoreEvent['type'] })
  let { nextCursor: after } = await readEvents(forwarding, { after: 'now' })
  print(`Forwarding to ${to}, signed with ${secret}`)
  while (!stop.aborted) {
    const read = await readEvents(forwarding, { after, limit: 100, wait: WAIT_SECONDS })
    for (const event of read.data)
      if (types.length === 0 || types.includes(event.type)) print(await forward(forwarding, event))
    after = read.nextCursor
  }
}

/** Sends an event of the log again. False when there is none with this id. */
export async function resend({ id, ...forwarding }: Forwarding & { id: string }) {
  for (let after: string | undefined; ;) {
    const read: StoreEventList = await readEvents(forwarding, { after, limit: 100 })
    const event = read.data.find((each) => each.id === id)
    if (event) {
      forwarding.print(await forward(forwarding, event))
      return true
    }
    if (read.data.length === 0) return false
    after = read.nextCursor
  }
}

/** Asks again until there is an answer. */
async function readEvents({ client, print, stop }: Forwarding, query: ListEventsQuery) {
  for (let isLost = false; ; isLost = true)
    try {
      return await client.listEvents(query, { signal: stop })
    } catch (error) {
      if (!(error instanceof HostedCheckoutError) || !error.isTemporary) throw error
      if (!isLost) print(`${troubleOf(error)}; trying again until it answers`)
      await pause(RETRY_MS, undefined, { signal: stop })
    }
}

const troubleOf = ({ status, cause }: HostedCheckoutError) =>
  status === undefined
    ? `No connection to the service (${wordOf(cause as Error)})`
    : `The service answers ${status}`

async function forward({ to, secret, stop }: Forwarding, event: StoreEvent) {
  const { id, type, createdAt, data } = event
  const body = JSON.stringify({ type, timestamp: createdAt, data })
  const now = new Date()
  const answer = await fetch(to, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign(id, now, body),
    },
    body,
    redirect: 'manual',
    signal: AbortSignal.any([stop, AbortSignal.timeout(DELIVERY_MS)]),
  }).catch((error: Error) => {
    stop.throwIfAborted()
    return wordOf(error)
  })
  if (typeof answer === 'string') return `${createdAt} ${type} ${id} → not delivered: ${answer}`
  await answer.body?.cancel()
  return `${createdAt} ${type} ${id} → ${answer.status}`
}

/** What is wrong with the connection, in a word. */
const wordOf = ({ cause, message }: Error) =>
  cause instanceof Error && 'code' in cause ? String(cause.code) : message
