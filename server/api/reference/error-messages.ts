import type { ErrorCode } from '../../checkout/errors.ts'

/** An example message for each error. */
export const errorMessages: Record<ErrorCode, string> = {
  invalid_request: 'items[0].quantity: must be at most 100',
  variant_not_found:
    '"linen-shirt" has no such combination of size and color. It comes in: M, Sand; L, Sand.',
  product_not_found: 'There is no product "linen-shirt" in this store.',
  sold_out: 'Linen shirt (L, Sand) is sold out.',
  insufficient_stock: 'Only 1 left of Linen shirt (M, Sand); lower the quantity.',
  missing_api_key: 'Send your API key in the header Authorization: Bearer <API_KEY>.',
  invalid_api_key: 'This API key is not valid; it may have been regenerated.',
  plan_required: 'This store’s plan has no API access; it needs the Basic or Pro plan.',
  rate_limited: 'Too many requests in a short time. Slow down and try again in 2 s.',
  internal_error: 'Something went wrong on our side. Try again in a moment.',
  busy: 'Too much is going on at this moment. Try again in a moment.',
  payments_unavailable:
    'Payments are not possible for the moment. You were not charged. Try again in 10 s.',
  invalid_notification: 'The signature does not fit the body, or it is older than 5 minutes.',
  session_not_found: 'There is no such checkout session in this store.',
  session_not_open: 'A payment of this session is under way. Try again when it has ended.',
  order_not_found: 'There is no such order in this store.',
  refund_too_large: 'Only 2470 (EUR, in its minor unit) is left to refund of this order.',
  payment_disputed:
    'The buyer’s bank disputes this payment. The buyer has not received the goods. Nothing of this order is left to refund.',
  not_found: 'There is no such address.',
  method_not_allowed: 'This address takes GET only.',
  payload_too_large: 'The body is too large; 16 KiB are allowed.',
  unsupported_media_type: 'Send the body as JSON, with the header Content-Type: application/json.',
  misdirected_request: 'The Host header names no host of this service.',
  invalid_platform_token:
    'Send the platform token in the header Authorization: Bearer <PLATFORM_TOKEN>.',
  store_not_found: 'There is no store with this id.',
  seller_required:
    'This store has not said how buyers reach it (an email or a phone): set that under Settings, General, before taking real payments.',
  store_closed: 'This store is closed: it sells nothing any more.',
  webhook_endpoint_not_found: 'The store has no webhook endpoint with this id.',
  webhook_delivery_not_found: 'The store has no webhook delivery with this id.',
  webhook_endpoint_disabled:
    'The webhook endpoint is disabled or deleted: nothing is sent. Enable it first.',
  too_many_webhook_endpoints:
    'The store has 10 webhook endpoints, which is as many as it may have.',
  member_not_found: 'No member of this store has this email address.',
  product_changed: '"linen-shirt" is not the version that If-Match names; read it again.',
  email_taken: 'owner.email: another account has this email address.',
  currency_fixed: 'currency: is fixed since the first order of the store.',
  origin_not_allowed: 'This page’s origin is not among the store’s allowed origins.',
  invalid_token:
    'The buyer token is missing or not valid for this session and page; ask for a new one.',
  payment_declined: 'The card was declined. Nothing was charged; try another card.',
  agreement_required: 'agreedToTerms: must be true; this store asks buyers to agree to its terms.',
  payment_in_progress: 'A payment is under way. Wait for its outcome; do not pay again.',
  session_expired: 'This payment link has expired. You were not charged.',
  session_complete: 'This checkout is paid already.',
  not_restartable: 'This checkout session cannot be started again. Go back to the store.',
}
