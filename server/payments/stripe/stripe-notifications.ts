import { Stripe } from 'stripe'
import type { NotificationHeaders, ProviderNotification } from '../../checkout/ports/provider.ts'

/** How old a notification may be, in seconds. */
const TOLERANCE_SECONDS = 300

/** `secrets`: while a signing secret is changed two are in force. */
type Received = {
  rawBody: Uint8Array
  headers: NotificationHeaders
  secrets: readonly string[]
  serviceId: string
  now: Date
}

function isGenuine({ rawBody, headers, secrets, now }: Omit<Received, 'serviceId'>) {
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

/** What becomes of money that was captured. */
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

/** Of all others the answer to our own call has told us already, or another of these will. */
const NEWS = new Set([
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

/** Charges and refunds name the payment that they are of. */
function paymentIn(object: unknown) {
  const id = at(object, at(object, 'object') === 'payment_intent' ? 'id' : 'payment_intent')
  return typeof id === 'string' ? id : undefined
}

/**
 * Payments, their charges and our refunds carry our metadata; those of other integrations and of
 * other installations of this service in the same account do not. Disputes, and refunds made in the
 * dashboard, name their payment alone: whose it is the record knows.
 */
export function parseStripeNotification(received: Received): ProviderNotification {
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
