import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ErrorRequestHandler, RequestHandler } from 'express'
import { CheckoutError, ERROR_CATALOGUE } from '../../checkout/errors.ts'
import type { BuyerErrorEnvelope } from '../../contract/errors.ts'
import { type Answer, send } from './answer.ts'
import { toBodyError } from '../requests/json-body.ts'
import { requestIdOf } from '../requests/request-log.ts'

export type FailureContext = {
  events: { requestFailed(fields: { requestId: string; error: unknown }): void }
}

export const toCheckoutError = (error: unknown) =>
  error instanceof CheckoutError ? error : toBodyError(error)

type Refusal = Pick<CheckoutError, 'code' | 'message'> &
  Partial<Pick<CheckoutError, 'retryAfterSeconds' | 'work' | 'left'>>

/** What an API adds to code and message. The specification allows nothing (spec §7). */
export type ExtrasOf = (refusal: Refusal) => Omit<BuyerErrorEnvelope['error'], 'code' | 'message'>

const noExtras: ExtrasOf = () => ({})

function toAnswer(refusal: Refusal, extrasOf: ExtrasOf): Answer {
  const { code, message, retryAfterSeconds, work } = refusal
  return {
    status: ERROR_CATALOGUE[code].status,
    headers: {
      ...(work && { 'Work-Challenge': `${work.bits} ${work.challenge}` }),
      ...(retryAfterSeconds !== undefined && { 'Retry-After': String(retryAfterSeconds) }),
    },
    json: JSON.stringify({ error: { code, message, ...extrasOf(refusal) } }),
  }
}

const OUR_FAULT: Refusal = {
  code: 'internal_error',
  message: 'Something went wrong on our side. Try again in a moment.',
  retryAfterSeconds: 2,
}

/** Whether it must be logged for the operator: an unknown failure, or no answer in time. */
export const mustBeLogged = (known: CheckoutError | undefined) =>
  known?.cause !== undefined || !known

/** Makes every failure an answer (spec §7). An unknown one is logged and answered `internal_error`. */
export function toErrorAnswer(
  { events }: FailureContext,
  { error, response }: { error: unknown; response: ServerResponse },
  extrasOf = noExtras,
): Answer {
  const known = toCheckoutError(error)
  if (mustBeLogged(known)) events.requestFailed({ requestId: requestIdOf(response), error })
  return toAnswer(known ?? OUR_FAULT, extrasOf)
}

export const answerErrors =
  (context: FailureContext, extrasOf?: ExtrasOf): ErrorRequestHandler =>
  (error: unknown, _request, response, next) => {
    const answer = toErrorAnswer(context, { error, response }, extrasOf)
    if (response.headersSent) return next(error)
    return send(response, answer)
  }

/** Whether a browser shows the answer as a page. Without the header's word, its `Accept` decides. */
export const isOpenedAsPage = ({ headers }: Pick<IncomingMessage, 'headers'>) =>
  (headers['sec-fetch-dest'] ?? 'document') === 'document' &&
  /\btext\/html\b/.test(headers.accept ?? '')

/** Leaves browsers to a handler that comes later, and answers with a page. */
export const forPrograms =
  (answer: ErrorRequestHandler): ErrorRequestHandler =>
  (error: unknown, request, response, next) =>
    isOpenedAsPage(request) ? next(error) : answer(error, request, response, next)

export const answerNotFound: RequestHandler = () => {
  throw new CheckoutError('not_found', 'There is no such address.')
}

/** For `route.all`, after the methods that the route has. */
export const answerMethodNotAllowed =
  (...allowed: string[]): RequestHandler =>
  (_request, response) => {
    response.set('Allow', allowed.join(', '))
    throw new CheckoutError(
      'method_not_allowed',
      `This address takes ${allowed.join(' and ')} only.`,
    )
  }
