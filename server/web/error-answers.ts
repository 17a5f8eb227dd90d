import type { ErrorRequestHandler, RequestHandler, Response } from 'express'
import { CheckoutError, ERROR_CATALOGUE } from '../checkout/errors.ts'
import { toBodyError } from './json-body.ts'
import { requestIdOf } from './request-log.ts'

/** Where a failure that we did not foresee is told. */
export type FailureContext = {
  events: { requestFailed(fields: { requestId: string; error: unknown }): void }
}

const toCheckoutError = (error: unknown) =>
  error instanceof CheckoutError ? error : toBodyError(error)

type Refusal = Pick<CheckoutError, 'code' | 'message'> &
  Partial<Pick<CheckoutError, 'retryAfterSeconds' | 'work'>>

function sendError(response: Response, { code, message, retryAfterSeconds, work }: Refusal) {
  if (work) response.set('Work-Challenge', `${work.bits} ${work.challenge}`)
  if (retryAfterSeconds !== undefined) response.set('Retry-After', String(retryAfterSeconds))
  response.status(ERROR_CATALOGUE[code].status).json({ error: { code, message } })
}

/** Whether the operator has to hear of it: nobody foresaw it, or something did not answer in time. */
export const mustBeTold = (known: CheckoutError | undefined) => known?.cause !== undefined || !known

/**
 * The one place where a failure becomes an answer (spec §7). What we did not foresee is logged and
 * said to be ours.
 */
export const answerErrors =
  ({ events }: FailureContext): ErrorRequestHandler =>
  (error: unknown, _request, response, next) => {
    const known = toCheckoutError(error)
    if (mustBeTold(known)) events.requestFailed({ requestId: requestIdOf(response), error })
    if (response.headersSent) return next(error)
    if (known) return sendError(response, known)
    return sendError(response, {
      code: 'internal_error',
      message: 'Something went wrong on our side. Try again in a moment.',
      retryAfterSeconds: 2,
    })
  }

export const answerNotFound: RequestHandler = () => {
  throw new CheckoutError('not_found', 'There is no such address.')
}

/** For `route.all` behind the methods that a route has. */
export const answerMethodNotAllowed =
  (...allowed: string[]): RequestHandler =>
  (_request, response) => {
    response.set('Allow', allowed.join(', '))
    throw new CheckoutError(
      'method_not_allowed',
      `This address takes ${allowed.join(' and ')} only.`,
    )
  }
