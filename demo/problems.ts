import { CheckoutApiError } from './checkout-api.ts'

/** What went wrong in words for the buyer, and the status of the shop's answer. */
export type Problem = { status: number; message: string }

const CLOSED: Problem = {
  status: 503,
  message: 'This shop cannot take payments at the moment. We are on it.',
}
/** For somebody who has changed the store's settings beside the shop. */
const KEY_REPLACED: Problem = {
  status: 503,
  message:
    'The secret key of this shop was replaced. Write the new one into demo-shop.json in the data folder and start again; without that, the start gives the shop another new key.',
}
const UNREACHABLE: Problem = {
  status: 503,
  message: 'Our checkout does not answer. Try again in a moment.',
}

const PROBLEMS: Record<string, Problem> = {
  sold_out: { status: 409, message: 'That one has just sold out. Choose another, or look around.' },
  insufficient_stock: { status: 409, message: 'We do not have that many left. Choose fewer.' },
  variant_not_found: {
    status: 400,
    message: 'We do not make that combination. Choose another size or colour.',
  },
  product_not_found: { status: 404, message: 'We do not sell this any more.' },
  session_not_found: { status: 404, message: 'We found no such payment.' },
  invalid_request: { status: 400, message: 'Choose a quantity from 1 to 100.' },
  rate_limited: {
    status: 429,
    message: 'Many people are shopping right now. Wait a few seconds and try again.',
  },
  missing_api_key: CLOSED,
  invalid_api_key: KEY_REPLACED,
  plan_required: CLOSED,
  internal_error: UNREACHABLE,
  busy: UNREACHABLE,
  unreachable: UNREACHABLE,
}

export const findProblem = (code: string | null) =>
  code !== null && Object.hasOwn(PROBLEMS, code) ? PROBLEMS[code] : undefined

/**
 * The problem behind an error of the service. Any other error is the shop's own fault, and is
 * thrown again.
 */
export function toProblem(error: unknown): Problem & { code: string } {
  if (!(error instanceof CheckoutApiError)) throw error
  return { code: error.code, ...(findProblem(error.code) ?? UNREACHABLE) }
}

/**
 * What a page says that could not be made: the service's problem, a request without sense, or a
 * mistake of the shop.
 */
export function toPageProblem(error: unknown): Problem & { code: string } {
  if (error instanceof CheckoutApiError) return toProblem(error)
  const status =
    error instanceof Error && 'status' in error && typeof error.status === 'number'
      ? error.status
      : 500
  return status < 500
    ? {
        code: 'bad_request',
        status,
        message: 'Your browser asked for something we do not understand.',
      }
    : { code: 'shop_error', status, message: 'Something broke on our side. Try again in a moment.' }
}
