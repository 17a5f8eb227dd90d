import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import type { NotificationHeaders, ProviderNotification } from '../../checkout/ports/provider.ts'

/** How old a notification may be, in seconds. */
const TOLERANCE_SECONDS = 300

const HEADER = 'test-bank-signature'

/** The test bank's post. Its signature is `t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">`. */
export type TestNotification = { body: Buffer; headers: Record<string, string> }

const Content = z.object({ id: z.string().min(1).max(100), attempt: z.string().min(1).max(100) })

const sign = (secret: Uint8Array, time: number, body: Uint8Array) =>
  createHmac('sha256', secret).update(`${time}.`).update(body).digest()

export function signTestNotification(
  content: z.infer<typeof Content>,
  { secret, now }: { secret: Uint8Array; now: Date },
): TestNotification {
  const body = Buffer.from(JSON.stringify(content))
  const time = Math.floor(now.getTime() / 1000)
  return { body, headers: { [HEADER]: `t=${time},v1=${sign(secret, time, body).toString('hex')}` } }
}

type NotificationRequest = {
  rawBody: Uint8Array
  headers: NotificationHeaders
  secret: Uint8Array
  now: Date
}

export function parseTestNotification({
  rawBody,
  headers,
  secret,
  now,
}: NotificationRequest): ProviderNotification {
  const header = headers[HEADER]
  const [, time, signature] =
    /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(typeof header === 'string' ? header : '') ?? []
  if (time === undefined || signature === undefined) return { type: 'forged' }
  const isGenuine = timingSafeEqual(
    Buffer.from(signature, 'hex'),
    sign(secret, Number(time), rawBody),
  )
  const isFresh = Math.abs(now.getTime() / 1000 - Number(time)) <= TOLERANCE_SECONDS
  if (!isGenuine || !isFresh) return { type: 'forged' }
  const { id, attempt } = Content.parse(JSON.parse(new TextDecoder().decode(rawBody)))
  return { type: 'payment_changed', eventId: id, attemptId: attempt, paymentId: null }
}
