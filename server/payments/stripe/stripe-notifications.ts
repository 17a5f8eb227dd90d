import { Stripe } from 'stripe'
import type { NotificationHeaders, ProviderNotification } from '../../checkout/ports/provider.ts'

/** How old a notification may be, in seconds. */
const TOLERANCE_SECONDS = 300

/** `secrets`: two of them are valid while the signing secret is being changed. */
type NotificationRequest = {
  rawBody: Uint8Array
  headers: NotificationHeaders
  secrets: readonly string[]
  serviceId: string
  now: Date
}

function isGenuine({ rawBody, headers, secrets, now }: Omit<NotificationRequest, 'serviceId'>) {
  const { signature } = Stripe.webhooks
  const header = headers['stripe-signature']
  if (!signature || typeof header !== 'string') return false
  return secrets.some((secret) => {
    try {
      return signature.verifyHeader(
        rawBody,
        header,
        secret,
        TOLERANCE_SECONDS,
        undefined,
        now.getTime(),
      )
    } catch (error) {
      if (error instanceof Stripe.errors.StripeSignatureVerificationError) return false
      throw error
    }
  })
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const at = (value: unknown, ...path: string[]) =>
  path.reduce<unknown>((inner, key) => (isRecord(inner) ? inner[key] : undefined), value)

/** Events about money that was captured. */
export const CHARGE_NEWS = [
  'charge.refunded',
  'charge.refund.updated',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
]

/** All other events repeat the answer to a call of ours, or come with one of these. */
export const NEWS = new Set([
  'payment_intent.amount_capturable_updated',
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  ...CHARGE_NEWS,
])

const metadataIn = (event: unknown): Record<string, unknown> => {
  const metadata = at(event, 'data', 'object', 'metadata')
  return isRecord(metadata) ? metadata : {}
}

/** The id of the payment: a charge or a refund names it. */
function paymentIn(object: unknown) {
  const id = at(object, at(object, 'object') === 'payment_intent' ? 'id' : 'payment_intent')
  return typeof id === 'string' ? id : undefined
}

/**
 * Our payments, their charges and our refunds carry our metadata. Objects of other integrations and
 * of other installations in the same account do not. Disputes, and refunds that were made in the
 * dashboard, name only their payment, so the record decides whether it is ours.
 */
export function parseStripeNotification(received: NotificationRequest): ProviderNotification {
  if (!isGenuine(received)) return { type: 'forged' }
  const event: unknown = JSON.parse(new TextDecoder().decode(received.rawBody))
  const eventId = at(event, 'id')
  const { attempt: attemptId, service = received.serviceId } = metadataIn(event)
  const paymentId = paymentIn(at(event, 'data', 'object'))
  const type = at(event, 'type')
  const isNews = at(event, 'object') === 'event' && typeof type === 'string' && NEWS.has(type)
  const isOurs = service === received.serviceId
  if (!isNews || !isOurs || typeof eventId !== 'string' || paymentId === undefined)
    return { type: 'irrelevant' }
  if (typeof attemptId === 'string')
    return { type: 'payment_changed', eventId, attemptId, paymentId }
  return CHARGE_NEWS.includes(type)
    ? { type: 'charge_changed', eventId, paymentId }
    : { type: 'irrelevant' }
}
