import { createHmac } from 'node:crypto'

const PREFIX = 'whsec_'

const BYTES = { least: 24, most: 64 }

/** The secret as it is shown. `bytes`: random. */
export const toWebhookSecret = (bytes: Uint8Array) =>
  `${PREFIX}${Buffer.from(bytes).toString('base64')}`

/** @throws {TypeError} not a secret of Standard Webhooks */
function keyOf(secret: string) {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  if (toWebhookSecret(key) !== secret || key.length < BYTES.least || key.length > BYTES.most)
    throw new TypeError(
      `A webhook secret is ${PREFIX} and base64 of ${BYTES.least} to ${BYTES.most} bytes`,
    )
  return key
}

/** `id`: the event's. `body`: the text that is sent, byte for byte. */
export type SignedWebhook = { secret: string; id: string; timestamp: Date; body: string }

/** The header `webhook-signature` of Standard Webhooks for one secret: `v1,…`. */
export function signWebhook({ secret, id, timestamp, body }: SignedWebhook) {
  const signed = `${id}.${toSeconds(timestamp)}.${body}`
  return `v1,${createHmac('sha256', keyOf(secret)).update(signed).digest('base64')}`
}

const toSeconds = (timestamp: Date) => Math.floor(timestamp.getTime() / 1000)

/** The headers of Standard Webhooks. While a secret is rolled, both secrets sign. */
export const webhookHeaders = ({
  secrets,
  ...message
}: Omit<SignedWebhook, 'secret'> & { secrets: string[] }) => ({
  'Content-Type': 'application/json',
  'webhook-id': message.id,
  'webhook-timestamp': String(toSeconds(message.timestamp)),
  'webhook-signature': secrets.map((secret) => signWebhook({ ...message, secret })).join(' '),
})
