import { promisify } from 'node:util'
import type { IncomingMessage, ServerResponse } from 'node:http'
import express, { type RequestHandler } from 'express'
import { CheckoutError } from '../checkout/errors.ts'

const MAX_BYTES = 16 * 1024

type WithBody = IncomingMessage & { body?: unknown }

const readRaw = promisify<WithBody, ServerResponse>(
  express.raw({ type: () => true, limit: MAX_BYTES, inflate: false }),
)

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * The request's JSON, as a value and as the text that came. Called after the caller is known:
 * nobody else's body is read.
 */
export async function readJsonBody(
  request: WithBody,
  response: ServerResponse,
): Promise<{ value: unknown; text: string }> {
  if (
    !/^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(
      request.headers['content-type'] ?? '',
    )
  ) {
    throw new CheckoutError(
      'unsupported_media_type',
      'Send the body as JSON, with the header Content-Type: application/json.',
    )
  }
  await readRaw(request, response)
  const bytes: unknown = request.body
  try {
    const text = utf8.decode(bytes instanceof Buffer ? bytes : undefined)
    return { value: JSON.parse(text), text }
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError)
      throw new CheckoutError('invalid_request', 'body: must be JSON in UTF-8')
    throw error
  }
}

/**
 * The same where a body may be left out: `{}` then. Nobody sends one without its length or its
 * encoding.
 */
export async function readOptionalJsonBody(request: WithBody, response: ServerResponse) {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers
  return length === '0' && encoding === undefined
    ? { value: {}, text: '{}' }
    : readJsonBody(request, response)
}

/** Where a sender's own parser decides what a body is: nothing is inflated, whatever it is called. */
export const refuseEncoding: RequestHandler = ({ headers }, _response, next) => {
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity')
    throw new CheckoutError('invalid_request', 'Content-Encoding: send the body uncompressed')
  next()
}

/** What a body parser's error means to its caller; undefined for every other error. */
export function toBodyError(error: unknown) {
  if (!(error instanceof Error && 'type' in error)) return undefined
  const { type } = error
  const limit = 'limit' in error && typeof error.limit === 'number' ? error.limit : MAX_BYTES
  switch (type) {
    case 'entity.too.large':
      return new CheckoutError(
        'payload_too_large',
        `The body is too large; ${limit / 1024} KiB are allowed.`,
      )
    case 'encoding.unsupported':
      return new CheckoutError('unsupported_media_type', 'Send the body uncompressed.')
    case 'entity.parse.failed':
      return new CheckoutError('invalid_request', 'body: could not be read')
    case 'request.aborted':
    case 'request.size.invalid':
      return new CheckoutError('invalid_request', 'body: ended before its Content-Length')
    default:
      return undefined
  }
}
