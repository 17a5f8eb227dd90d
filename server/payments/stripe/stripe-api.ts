import { Stripe } from 'stripe'

export type StripeApiOptions = {
  secretKey: string
  /** Used instead of api.stripe.com. */
  apiBase?: string | undefined
  /** How long Stripe may take for an answer, in milliseconds. (Default: 5_000) */
  timeoutMs?: number
}

/** Repeats only a request whose connection was closed, once and under the same key. */
export function openStripe({ secretKey, apiBase, timeoutMs = 5_000 }: StripeApiOptions): Stripe {
  const options = { maxNetworkRetries: 0, timeout: timeoutMs, telemetry: false }
  if (apiBase === undefined) return new Stripe(secretKey, options)
  const { protocol, hostname, port } = new URL(apiBase)
  const isPlain = protocol === 'http:'
  const address = {
    host: hostname,
    port: port || (isPlain ? 80 : 443),
    protocol: isPlain ? 'http' : 'https',
  } as const
  return new Stripe(secretKey, { ...options, ...address })
}

const isReplay = (headers: Record<string, string> | undefined) =>
  headers?.['idempotent-replayed'] === 'true'

/** Whether Stripe repeats its first answer to this key. The payment may have moved on since. */
export const isReplayed = ({ lastResponse }: Stripe.Response<object>) =>
  isReplay(lastResponse.headers)

/** Whether Stripe repeats a stored failure, as it does for a key even if the reason is gone. */
export const isReplayedFailure = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof Stripe.errors.StripeError && isReplay(error.headers)

/**
 * The key was used with other parameters: before an update of this service, or by the process that
 * began the payment and had more of its address. What Stripe did then counts.
 */
export const isKeyUsed = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeIdempotencyError && error.statusCode === 400

/** Stripe refuses (400, 402, 404). The payment is where it was, or where this has moved it. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeCardError ||
  error instanceof Stripe.errors.StripeInvalidRequestError

/** Why Stripe gives no money back. */
export const codeOf = (error: unknown): string =>
  (error instanceof Stripe.errors.StripeError ? error.code : undefined) ?? 'refund_refused'

/** The same request is under way, or there are too many requests: nothing was done. */
export const isBusy = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError &&
  (error.statusCode === 409 || error.statusCode === 429)

/**
 * Makes a call that a payment allows only once under any key: capture, cancel, or refund of all. If
 * Stripe has stored a failure, the call is made again under a key that all processes share for a
 * minute. Of the two calls, Stripe refuses the second.
 * https://docs.stripe.com/api/idempotent_requests
 */
export async function callAnew<Result>(
  key: string,
  { call, now }: { call: (options: Stripe.RequestOptions) => Promise<Result>; now: Date },
): Promise<Result> {
  try {
    return await call({ idempotencyKey: key })
  } catch (error) {
    if (!isReplayedFailure(error)) throw error
    return call({ idempotencyKey: `${key}:${Math.floor(now.getTime() / 60_000)}` })
  }
}
