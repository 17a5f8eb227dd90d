/**
 * Every error the service answers with: its HTTP status and when it happens. The guide's table is
 * generated from here.
 */
export const ERROR_CATALOGUE = {
  invalid_request: {
    status: 400,
    when: 'A field is missing or has a wrong value; the message is `<field>: <reason>`.',
  },
  variant_not_found: {
    status: 400,
    when: 'No variant has this size and color, or the product has none and one was sent.',
  },
  product_not_found: {
    status: 404,
    when: 'The store has no product with this slug, or it is archived.',
  },
  sold_out: { status: 409, when: 'The product, or the chosen size and color, is sold out.' },
  insufficient_stock: {
    status: 409,
    when: 'Fewer are left than were asked for; the message says how many, `left` in the buyer API, too.',
  },
  missing_api_key: { status: 401, when: 'There is no `Authorization` header.' },
  invalid_api_key: {
    status: 401,
    when: 'The key is wrong, was regenerated, or is of the wrong kind for this call.',
  },
  plan_required: { status: 403, when: 'The store’s plan has no API access.' },
  seller_required: {
    status: 403,
    when: 'The store has not said who sells, or how buyers reach it, and may not take real money before: Settings, General, or `seller` and `contactEmail` or `contactPhone` of the platform API.',
  },
  store_closed: {
    status: 403,
    when: 'The platform has closed the store: it takes no new sessions. What is there can be read.',
  },
  rate_limited: {
    status: 429,
    when: 'Too many requests in a short time; wait for `Retry-After` seconds.',
  },
  internal_error: { status: 500, when: 'A failure on our side; try again in a moment.' },
  busy: {
    status: 503,
    when: 'Others were before you for longer than we keep you waiting; wait for `Retry-After` seconds.',
  },
  session_not_found: { status: 404, when: 'The store has no session with this id.' },
  session_not_open: {
    status: 409,
    when: 'The session is paid, expired, or has a payment under way: it cannot be expired.',
  },
  order_not_found: { status: 404, when: 'The store has no order with this number.' },
  refund_too_large: {
    status: 409,
    when: 'More than is left of the order to refund; the message says how much is.',
  },
  not_found: { status: 404, when: 'There is no such address.' },
  method_not_allowed: { status: 405, when: 'The address exists, but not with this method.' },
  payload_too_large: {
    status: 413,
    when: 'The body is larger than 16 KiB (payment notifications: 256 KiB).',
  },
  unsupported_media_type: { status: 415, when: 'The body is not `application/json`.' },
  misdirected_request: { status: 421, when: 'The `Host` header names no host of this service.' },
  invalid_platform_token: {
    status: 401,
    when: 'Platform API: the platform token is missing or wrong.',
  },
  store_not_found: { status: 404, when: 'Platform API: there is no store with this id.' },
  webhook_endpoint_not_found: {
    status: 404,
    when: 'Platform API: the store has no webhook endpoint with this id.',
  },
  webhook_delivery_not_found: {
    status: 404,
    when: 'Platform API: the store has no webhook delivery with this id.',
  },
  webhook_endpoint_disabled: {
    status: 409,
    when: 'Platform API: the webhook endpoint is disabled or deleted, and nothing is sent to it.',
  },
  too_many_webhook_endpoints: {
    status: 409,
    when: 'Platform API: the store has 10 webhook endpoints, which is as many as it may have.',
  },
  member_not_found: {
    status: 404,
    when: 'Platform API: no member of the store has this email address.',
  },
  product_changed: {
    status: 412,
    when: 'Platform API: the product is not the one that `If-Match` names; read it again.',
  },
  email_taken: { status: 409, when: 'Platform API: another account has this email address.' },
  currency_fixed: {
    status: 409,
    when: 'Platform API: the store has an order, and its currency is fixed since then.',
  },
  origin_not_allowed: {
    status: 403,
    when: 'A page used the public key or the buyer API whose origin is not among the store’s allowed origins.',
  },
  invalid_token: {
    status: 401,
    when: 'Buyer API: the buyer token is missing, wrong, expired, or of another session or origin.',
  },
  payment_declined: { status: 402, when: 'Buyer API: the card was declined; nothing was charged.' },
  agreement_required: {
    status: 400,
    when: 'Buyer API: the store asks its buyers to agree to its terms, and `agreedToTerms` is not `true`; nothing was begun.',
  },
  payment_in_progress: {
    status: 409,
    when: 'Buyer API: a payment of this session is under way; wait for its outcome. Platform API: one of the buyer that is to be erased.',
  },
  payments_unavailable: {
    status: 503,
    when: 'Buyer API: the payment provider does not answer; nothing was begun. Wait for `Retry-After` seconds. Refunds: the order was paid through a provider that is not in use now.',
  },
  session_expired: {
    status: 409,
    when: 'Buyer API: the payment window is over; nothing was charged.',
  },
  session_complete: { status: 409, when: 'Buyer API: the session is paid already.' },
  not_restartable: {
    status: 409,
    when: 'Buyer API: no new session is opened in the place of this one: the store does not let buyers do that, or has ended it itself, its product is not sold any more, or it was done too often.',
  },
  invalid_notification: {
    status: 400,
    when: 'Payment notifications: the signature is wrong or too old.',
  },
} as const satisfies Record<string, { status: number; when: string }>

export type ErrorCode = keyof typeof ERROR_CATALOGUE

/** Work that lets the same request through: a number to be found, and how rare it is. */
export type AskedWork = { challenge: string; bits: number }

/** A refusal that the caller caused or can act on; `message` says what to do. */
export class CheckoutError extends Error {
  override readonly name = 'CheckoutError'
  readonly code: ErrorCode
  /** When the same request may succeed, in seconds; sent as `Retry-After`. */
  readonly retryAfterSeconds: number | undefined
  readonly work: AskedWork | undefined
  /** Of `insufficient_stock`: the units that there are. For our pages and the buyer API. */
  readonly left: number | undefined

  constructor(
    code: ErrorCode,
    message: string,
    {
      retryAfterSeconds,
      work,
      left,
      cause,
    }: {
      retryAfterSeconds?: number
      work?: AskedWork | undefined
      left?: number
      cause?: unknown
    } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
    this.work = work
    this.left = left
  }
}

/** Seconds until a request that had to wait too long may come again. */
const BUSY_RETRY_SECONDS = 2

/**
 * Something that the record needs for an answer was not to be had in time; the transaction that
 * waited for it has changed nothing.
 */
export const busy = (cause?: unknown) =>
  new CheckoutError('busy', 'Too much is going on at this moment. Try again in a moment.', {
    retryAfterSeconds: BUSY_RETRY_SECONDS,
    cause,
  })

export const isBusy = (error: unknown): error is CheckoutError =>
  error instanceof CheckoutError && error.code === 'busy'
