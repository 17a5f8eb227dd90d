import type { IncomingHttpHeaders } from 'node:http'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import { CheckoutApiError } from './checkout-api.ts'
import type { CheckoutApi } from './checkout-api.ts'

/** The address at which this shop hears of events, and the secret that signs them. */
export type ShopWebhook = { id: string; url: string; secret: string }

export type ShopEvent = {
  type: string
  timestamp: string
  data: { sessionId?: string; orderNumber?: string }
}

type EndpointOwner = { storePath: string; shopUrl: string; saved: ShopWebhook | undefined }

/**
 * The endpoint of an earlier start, or a new one. `undefined` when the checkout cannot send to this
 * machine, because it runs elsewhere.
 */
export async function openWebhook(
  platform: Pick<CheckoutApi, 'call'>,
  { storePath, shopUrl, saved }: EndpointOwner,
): Promise<ShopWebhook | undefined> {
  const url = `${shopUrl}/webhooks`
  const path = `${storePath}/webhook-endpoints`
  try {
    if (saved) {
      await platform.call('PATCH', `${path}/${saved.id}`, { url, enabled: true })
      return { ...saved, url }
    }
  } catch (error) {
    if (!isRefused(error, 'webhook_endpoint_not_found')) throw error
  }
  try {
    const { id, secret } = await platform.call<ShopWebhook>('POST', path, { url })
    return { id, url, secret }
  } catch (error) {
    if (isRefused(error, 'invalid_request') || isRefused(error, 'too_many_webhook_endpoints'))
      return undefined
    throw error
  }
}

const isRefused = (error: unknown, code: string) =>
  error instanceof CheckoutApiError && error.code === code

type Message = { body: unknown; headers: IncomingHttpHeaders }

/** The event, if the checkout has signed exactly this text a moment ago. */
export function readWebhook(secret: string, { body, headers }: Message): ShopEvent | undefined {
  const text = typeof body === 'string' ? body : ''
  const given = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, String(value)]),
  )
  try {
    return new Webhook(secret).verify(text, given) as ShopEvent
  } catch (error) {
    if (error instanceof WebhookVerificationError) return undefined
    throw error
  }
}
