import { MIMEType, promisify } from 'node:util'
import type { IncomingMessage, ServerResponse } from 'node:http'
import express, { type RequestHandler } from 'express'
import type * as z from 'zod'
import { CheckoutError } from '../../checkout/errors.ts'
import { parse } from './parse.ts'

const MAX_BYTES = 16 * 1024

type WithBody = IncomingMessage & { body?: unknown }

const readRaw = promisify<WithBody, ServerResponse>(
  express.raw({ type: () => true, limit: MAX_BYTES, inflate: false }),
)

/** Whatever else its sender says of it, but for its characters: those are UTF-8. */
function isJson(type = '') {
  try {
    const { essence, params } = new MIMEType(type)
    return essence === 'application/json' && /^utf-?8$/i.test(params.get('charset') ?? 'utf-8')
  } catch {
    // It is no type at all.
    return false
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The request's JSON as value and text. Call it when the caller is known. */
export async function readJsonBody(
  request: WithBody,
  response: ServerResponse,
): Promise<{ value: unknown; text: string }> {
  if (!isJson(request.headers['content-type'])) {
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

/** The request's JSON as the schema has it. @throws {CheckoutError} invalid_request, and others */
export const readBody = async <Schema extends z.ZodType>(
  schema: Schema,
  request: WithBody,
  response: ServerResponse,
): Promise<z.output<Schema>> => parse(schema, (await readJsonBody(request, response)).value)

/** As `readJsonBody`, and `{}` when there is no body: neither its length nor its encoding was sent. */
export async function readOptionalJsonBody(request: WithBody, response: ServerResponse) {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers
  return length === '0' && encoding === undefined
    ? { value: {}, text: '{}' }
    : readJsonBody(request, response)
}

/** For routes whose own parser reads the raw body: nothing is decompressed there. */
export const refuseEncoding: RequestHandler = ({ headers }, _response, next) => {
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity')
    throw new CheckoutError('invalid_request', 'Content-Encoding: send the body uncompressed')
  next()
}

/** The refusal for an error of the body parser; undefined for every other error. */
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
    case 'parameters.too.many':
      return new CheckoutError('payload_too_large', 'The form has too many fields.')
    case 'encoding.unsupported':
      return new CheckoutError('unsupported_media_type', 'Send the body uncompressed.')
    case 'charset.unsupported':
      return new CheckoutError('unsupported_media_type', 'Send the body in UTF-8.')
    case 'entity.parse.failed':
      return new CheckoutError('invalid_request', 'body: could not be read')
    case 'request.aborted':
    case 'request.size.invalid':
      return new CheckoutError('invalid_request', 'body: ended before its Content-Length')
    default:
      return undefined
  }
}
