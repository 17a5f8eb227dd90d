/** Every error of the service: HTTP status and when it happens. The guide shows it as a table. */
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
    when: 'Fewer are left than were asked for. The message says how many; so does `left` in the buyer API.',
  },
  missing_api_key: { status: 401, when: 'There is no `Authorization` header.' },
  invalid_api_key: {
    status: 401,
    when: 'The key is wrong, was regenerated, or is of the wrong kind for this call.',
  },
  plan_required: { status: 403, when: 'The store’s plan has no API access.' },
  seller_required: {
    status: 403,
    when: 'The store has not said who sells, or how buyers reach it, so it may not take real money yet. Set both under Settings, General, or by `seller` and `contactEmail` or `contactPhone` in the platform API.',
  },
  store_closed: {
    status: 403,
    when: 'The platform has closed the store, so it takes no new sessions. Reads still work.',
  },
  rate_limited: {
    status: 429,
    when: 'Too many requests in a short time; wait for `Retry-After` seconds.',
  },
  internal_error: { status: 500, when: 'A failure on our side; try again in a moment.' },
  busy: {
    status: 503,
    when: 'The service is too busy to answer in time; wait for `Retry-After` seconds.',
  },
  session_not_found: { status: 404, when: 'The store has no session with this id.' },
  session_not_open: {
    status: 409,
    when: 'The session is paid, expired, or has a payment under way: it cannot be expired.',
  },
  order_not_found: { status: 404, when: 'The store has no order with this number.' },
  refund_too_large: {
    status: 409,
    when: 'The order has less left to refund; the message says how much.',
  },
  payment_disputed: {
    status: 409,
    when: 'What the buyer’s bank disputes is not refunded, unless the dispute was won. The message says why, and how much is left. Platform API: the buyer to erase is in such a dispute; the message says until when to answer it.',
  },
  not_found: { status: 404, when: 'There is no such address.' },
  method_not_allowed: { status: 405, when: 'The address exists, but not with this method.' },
  payload_too_large: {
    status: 413,
    when: 'The body is larger than 16 KiB (payment notifications: 256 KiB).',
  },
  unsupported_media_type: { status: 415, when: 'The body is not `application/json`.' },
  misdirected_request: {
    status: 421,
    when: 'The `Host` header names no host of this service, or the request line another one.',
  },
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
    when: 'Platform API: the store has 10 webhook endpoints, the most it may have.',
  },
  member_not_found: {
    status: 404,
    when: 'Platform API: no member of the store has this email address.',
  },
  product_changed: {
    status: 412,
    when: 'Platform API: the product has changed since the version in `If-Match`; read it again.',
  },
  email_taken: { status: 409, when: 'Platform API: another account has this email address.' },
  currency_fixed: {
    status: 409,
    when: 'Platform API: the store has an order, so its currency cannot change.',
  },
  origin_not_allowed: {
    status: 403,
    when: 'The page’s origin is not among the store’s allowed origins (public key or buyer API).',
  },
  invalid_token: {
    status: 401,
    when: 'Buyer API: the buyer token is missing, wrong, expired, or of another session or origin.',
  },
  payment_declined: { status: 402, when: 'Buyer API: the card was declined; nothing was charged.' },
  agreement_required: {
    status: 400,
    when: 'Buyer API: the store asks buyers to agree to its terms, and `agreedToTerms` is not `true`; no payment was begun.',
  },
  payment_in_progress: {
    status: 409,
    when: 'Buyer API: a payment of this session is under way; wait for its outcome. Platform API: the buyer to be erased has a payment under way.',
  },
  payments_unavailable: {
    status: 503,
    when: 'Buyer API: the payment provider does not answer; no payment was begun. Wait for `Retry-After` seconds. Refunds: the order’s payment provider is not in use now.',
  },
  session_expired: {
    status: 409,
    when: 'Buyer API: the payment window is over; nothing was charged.',
  },
  session_complete: { status: 409, when: 'Buyer API: the session is paid already.' },
  not_restartable: {
    status: 409,
    when: 'Buyer API: the buyer cannot start again: the store does not allow it or has ended the session, the product is not sold any more, or it was done too often.',
  },
  invalid_notification: {
    status: 400,
    when: 'Payment notifications: the signature is wrong or too old.',
  },
} as const satisfies Record<string, { status: number; when: string }>

export type ErrorCode = keyof typeof ERROR_CATALOGUE

/** Work that lets the same request through: to find a number. `bits`: how rare such numbers are. */
export type AskedWork = { challenge: string; bits: number }

/** A refusal that the caller caused or can act on. `message` says what to do. */
export class CheckoutError extends Error {
  override readonly name = 'CheckoutError'
  readonly code: ErrorCode
  /** Seconds until the same request may succeed; sent as `Retry-After`. */
  readonly retryAfterSeconds: number | undefined
  readonly work: AskedWork | undefined
  /** With `insufficient_stock`: how many units are left. For our pages and the buyer API. */
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

/** Seconds until a client may repeat a request that had to wait too long. */
const BUSY_RETRY_SECONDS = 2

/** The answer waited too long for something in the record. The transaction has changed nothing. */
export const busy = (cause?: unknown) =>
  new CheckoutError('busy', 'Too much is going on at this moment. Try again in a moment.', {
    retryAfterSeconds: BUSY_RETRY_SECONDS,
    cause,
  })

/** Seconds until a client may ask again whether the books are compared. */
const UNSURE_RETRY_SECONDS = 5

/** What was committed last may be missing, so that the same money could move twice. */
export const unsure = () =>
  new CheckoutError(
    'busy',
    'The database was restored, and its payments are being compared with the provider’s. Nothing was done. Try again in a moment.',
    { retryAfterSeconds: UNSURE_RETRY_SECONDS },
  )

export const sessionNotFound = () =>
  new CheckoutError('session_not_found', 'There is no such checkout session.')

export const isBusy = (error: unknown): error is CheckoutError =>
  error instanceof CheckoutError && error.code === 'busy'
