import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import { HostedCheckoutError } from './errors.ts'
import type { WebhookEvent } from './wire.ts'

export type WebhookRequest = {
  /** The body as it came, byte for byte. The parsed JSON does not do. */
  body: string | Uint8Array
  /** The headers of `fetch` or of Node. */
  headers: Headers | Record<string, string | string[] | undefined>
}

/** `id` is the same whenever the event is told again, so take each id once. */
export type ReceivedEvent = WebhookEvent & { id: string }

/**
 * What a webhook says, if the service has signed exactly this text a moment ago. It is only an
 * announcement: read the session for proof.
 *
 * @throws {HostedCheckoutError} `invalid_webhook`
 */
export function verifyWebhook(secret: string, { body, headers }: WebhookRequest): ReceivedEvent {
  const all = headers instanceof Headers ? [...headers] : Object.entries(headers)
  const given = Object.fromEntries(all.map(([name, value]) => [name.toLowerCase(), String(value)]))
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  try {
    const event = new Webhook(secret).verify(text, given) as WebhookEvent
    return { ...event, id: given['webhook-id']! }
  } catch (cause) {
    if (!(cause instanceof WebhookVerificationError)) throw cause
    const { message } = cause
    throw new HostedCheckoutError({ code: 'invalid_webhook', message }, { cause })
  }
}
