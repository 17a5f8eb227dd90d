import { createHmac } from 'node:crypto'

const PREFIX = 'whsec_'

/** Standard Webhooks: a secret is 24 to 64 bytes. */
const BYTES = { least: 24, most: 64 }

/** The secret as it is shown, of so many random bytes. */
export const toWebhookSecret = (bytes: Uint8Array) =>
  `${PREFIX}${Buffer.from(bytes).toString('base64')}`

/** @throws {TypeError} when this is no secret of Standard Webhooks */
function keyOf(secret: string) {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  if (toWebhookSecret(key) !== secret || key.length < BYTES.least || key.length > BYTES.most)
    throw new TypeError(
      `A webhook secret is ${PREFIX} and base64 of ${BYTES.least} to ${BYTES.most} bytes`,
    )
  return key
}

/** `id`: of the event; `body`: the text that is sent, byte for byte. */
export type SignedWebhook = { secret: string; id: string; timestamp: Date; body: string }

/** The header `webhook-signature` of Standard Webhooks for one secret: `v1,…`. */
export function signWebhook({ secret, id, timestamp, body }: SignedWebhook) {
  const signed = `${id}.${toSeconds(timestamp)}.${body}`
  return `v1,${createHmac('sha256', keyOf(secret)).update(signed).digest('base64')}`
}

const toSeconds = (timestamp: Date) => Math.floor(timestamp.getTime() / 1000)

/** All that Standard Webhooks wants in front of the body; while a secret is rolled, of both. */
export const webhookHeaders = ({
  secrets,
  ...message
}: Omit<SignedWebhook, 'secret'> & { secrets: string[] }) => ({
  'Content-Type': 'application/json',
  'webhook-id': message.id,
  'webhook-timestamp': String(toSeconds(message.timestamp)),
  'webhook-signature': secrets.map((secret) => signWebhook({ ...message, secret })).join(' '),
})
