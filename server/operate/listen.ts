import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { EventList, StoreEvent } from '../contract/events.ts'
import { toWebhookSecret, webhookHeaders } from '../webhooks/sign-webhook.ts'

/** How long one request waits for events, in seconds: as long as the service lets it. */
const WAIT_SECONDS = 25

/** Beyond the wait; then the connection counts as lost. */
const PATIENCE_MS = (WAIT_SECONDS + 10) * 1000

/** As a webhook has. */
const DELIVERY_MS = 15_000

const RETRY_MS = 1000

/** The service refuses what it is asked: asking again would not help. */
export class Refused extends Error {
  override readonly name = 'Refused'
}

/** Always the same one for a key, so that it is put into the settings of a server once. */
export const secretOf = (key: string) =>
  toWebhookSecret(createHmac('sha256', key).update('npm run listen').digest())

type Listening = {
  /** `{base_url}` of the service. */
  baseUrl: string
  key: string
  /** Where each event is sent. */
  to: string
  print(line: string): void
  /** Ends it. */
  stop: AbortSignal
}

/**
 * Follows a store's events from now on and sends each of them to a local address, signed as a
 * webhook is. Goes on where it was after a lost connection. @throws {Refused}
 */
export async function listen(listening: Listening) {
  const { to, key, print, stop } = listening
  let { nextCursor: after } = await readEvents(listening, 'after=now')
  print(`Forwarding to ${to}, signed with ${secretOf(key)}`)
  while (!stop.aborted) {
    const query = `after=${encodeURIComponent(after)}&limit=100&wait=${WAIT_SECONDS}`
    const read = await readEvents(listening, query)
    for (const event of read.data) print(await forward(listening, event))
    after = read.nextCursor
  }
}

/** Asks again until there is an answer. */
async function readEvents(listening: Listening, query: string): Promise<EventList> {
  for (let isLost = false; ; isLost = true) {
    const failure = await ask(listening, query)
    if (typeof failure !== 'string') return failure
    if (!isLost) listening.print(`${failure}; trying again until it answers`)
    await pause(RETRY_MS, undefined, { signal: listening.stop })
  }
}

/** The events, or why there are none for now. */
async function ask({ baseUrl, key, stop }: Listening, query: string): Promise<EventList | string> {
  const answer = await fetch(`${baseUrl}/v1/events?${query}`, {
    headers: { Authorization: `Bearer ${key}` },
    signal: AbortSignal.any([stop, AbortSignal.timeout(PATIENCE_MS)]),
  }).catch((error: unknown) => failureOf(error, stop))
  if (typeof answer === 'string') return `No connection to ${baseUrl} (${answer})`
  if (answer.ok) return (await answer.json()) as EventList
  const text = await answer.text()
  if (answer.status < 500 && answer.status !== 429)
    throw new Refused(`${baseUrl} answers ${answer.status}: ${text}`)
  return `${baseUrl} answers ${answer.status}`
}

async function forward({ to, key, stop }: Listening, event: StoreEvent) {
  const { id, type, createdAt, data } = event
  const body = JSON.stringify({ type, timestamp: createdAt, data })
  const answer = await fetch(to, {
    method: 'POST',
    headers: webhookHeaders({ secrets: [secretOf(key)], id, timestamp: new Date(), body }),
    body,
    redirect: 'manual',
    signal: AbortSignal.any([stop, AbortSignal.timeout(DELIVERY_MS)]),
  }).catch((error: unknown) => failureOf(error, stop))
  if (typeof answer === 'string') return `${createdAt} ${type} ${id} → not delivered: ${answer}`
  await answer.body?.cancel()
  return `${createdAt} ${type} ${id} → ${answer.status}`
}

/** In a word what is wrong with the connection. @throws what it is when we were stopped */
function failureOf(error: unknown, stop: AbortSignal) {
  if (stop.aborted || !(error instanceof Error)) throw error
  const { cause } = error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.message
}
