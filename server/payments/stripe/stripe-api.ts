import { Stripe } from 'stripe'

export type StripeApiOptions = {
  secretKey: string
  /** Another address than api.stripe.com. */
  apiBase?: string | undefined
  /** How long Stripe may take for one answer, in milliseconds. (Default: 5_000) */
  timeoutMs?: number
}

/**
 * Repeats nothing by itself but a request whose connection was closed: that one once, under its own
 * key.
 */
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

/**
 * The answer is the one that Stripe kept from the first request with this key: the payment may have
 * moved on since.
 */
export const isReplayed = ({ lastResponse }: Stripe.Response<object>) =>
  isReplay(lastResponse.headers)

/**
 * Stripe keeps failures, too, and gives them again for this key, whatever has become of their
 * reason.
 */
export const isReplayedFailure = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof Stripe.errors.StripeError && isReplay(error.headers)

/**
 * Stripe says no (400, 402, 404): the payment is where it was, or where the refusal has taken it.
 */
export const isRefusal = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeCardError ||
  error instanceof Stripe.errors.StripeInvalidRequestError

/** Why Stripe refuses to give money back. */
export const codeOf = (error: unknown): string =>
  (error instanceof Stripe.errors.StripeError ? error.code : undefined) ?? 'refund_refused'

/** The same request is under way, or there are too many: nothing was done. */
export const isBusy = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError &&
  (error.statusCode === 409 || error.statusCode === 429)

/**
 * Makes a call that a payment allows once, whatever its key: capture, cancel, refund of all that is
 * left. When Stripe has kept a failure of it, it is made anew, under a key that all processes share
 * for a minute; of the two, Stripe refuses the one that comes second.
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
