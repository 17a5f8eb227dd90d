import { once } from 'node:events'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { type Egress, type Target, findTarget } from './targets.ts'

// Not imported: an import reads all exports of the module, and one of them loads a WebSocket
// client.
const { request: requestHttp } = process.getBuiltinModule('node:http')

/** Only this much of an answer is read: what matters is its status. */
const MAX_ANSWER_BYTES = 64 * 1024

/** Only this much of it is kept while it is read. */
const KEPT_ANSWER_BYTES = 2 * 1024

export type Posting = { headers: Record<string, string>; body: string }

/**
 * `status`: null without a whole answer; `error` then says why. `answer`: the first 2 KiB of a whole
 * one, as they came.
 */
export type PostOutcome = {
  status: number | null
  answer: Buffer | undefined
  durationMs: number
  error: string | null
  retryAfter: string | undefined
}

export type GuardedPost = (address: string, posting: Posting) => Promise<PostOutcome>

/**
 * Posts to an address that somebody else has chosen, but never into our own network. The address is
 * checked as when it was saved, and the connection goes to exactly what was checked, once and
 * without a proxy. `timeoutMs`: for everything together.
 */
export const createGuardedPost =
  (egress: Egress, { timeoutMs }: { timeoutMs: number }): GuardedPost =>
  async (address, posting) => {
    const startedAt = performance.now()
    const durationMs = () => Math.round(performance.now() - startedAt)
    const signal = AbortSignal.timeout(timeoutMs)
    const failed = (error: string): PostOutcome => ({
      status: null,
      answer: undefined,
      durationMs: durationMs(),
      error,
      retryAfter: undefined,
    })
    try {
      const target = await findTarget(address, { ...egress, signal })
      if (signal.aborted) return failed('timeout')
      if (target.type === 'unresolved') return failed('name_not_found')
      if (target.type === 'refused') return failed('address_not_allowed')
      const answered = await send(target, { ...posting, signal })
      return { ...answered, durationMs: durationMs(), error: null }
    } catch (error) {
      return failed(signal.aborted ? 'timeout' : reasonOf(error))
    }
  }

type Reachable = Extract<Target, { type: 'reachable' }>

async function send(
  { url, addresses }: Reachable,
  { headers, body, signal }: Posting & { signal: AbortSignal },
) {
  const lookup: LookupFunction = (_host, _options, answer) => answer(null, addresses)
  const request: ClientRequest = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
    method: 'POST',
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    // A new connection: none that was made to another address, and no proxy.
    agent: false,
    lookup,
    signal,
  })
  const answered = once(request, 'response')
  request.end(body)
  const [response] = (await answered) as [IncomingMessage]
  // From here on the code that reads the answer gets its errors.
  request.on('error', () => {})
  const kept: Buffer[] = []
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    // A copy: the rest of the chunk is let go.
    if (bytes < KEPT_ANSWER_BYTES)
      kept.push(Buffer.from(chunk.subarray(0, KEPT_ANSWER_BYTES - bytes)))
    bytes += chunk.length
    if (bytes > MAX_ANSWER_BYTES) break
  }
  request.destroy()
  return {
    status: response.statusCode ?? 0,
    answer: Buffer.concat(kept),
    retryAfter: response.headers['retry-after'],
  }
}

/** The system's or OpenSSL's name for it, such as `ECONNREFUSED`; nothing of the answer. */
const reasonOf = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : 'connection_failed'
