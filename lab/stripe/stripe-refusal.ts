export type StripeErrorBody = {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  message: string
  code?: string
  decline_code?: string
  param?: string
  charge?: string
  payment_intent?: object
}

/** Stripe's answer instead of an object: `{"error": …}` with this status. */
export class StripeRefusal extends Error {
  override readonly name = 'StripeRefusal'
  readonly status: number
  readonly error: StripeErrorBody
  /** Whether the key keeps it (https://docs.stripe.com/api/idempotent_requests). */
  readonly isKept: boolean

  constructor(status: number, error: StripeErrorBody, { isKept = true } = {}) {
    super(error.message)
    this.status = status
    this.error = error
    this.isKept = isKept
  }
}

export const invalidRequest = (message: string, details: { code?: string; param?: string } = {}) =>
  new StripeRefusal(400, { type: 'invalid_request_error', message, ...details }, { isKept: false })

export const missing = (what: string, id: string, param: string) =>
  new StripeRefusal(
    404,
    {
      type: 'invalid_request_error',
      code: 'resource_missing',
      message: `No such ${what}: '${id}'`,
      param,
    },
    { isKept: false },
  )
