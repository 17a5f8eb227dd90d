import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import { HostedCheckoutError } from './errors.ts'
import type { WebhookEvent } from './wire.ts'

export type WebhookRequest = {
  /** As it came, byte for byte: not the parsed JSON. */
  body: string | Uint8Array
  /** Those of `fetch`, or those of Node. */
  headers: Headers | Record<string, string | string[] | undefined>
}

/** `id` is the same whenever the event is told again: take each once. */
export type ReceivedEvent = WebhookEvent & { id: string }

/**
 * What a webhook says, if the service has signed exactly this, a moment ago. It announces: read the
 * session for what is proven.
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
