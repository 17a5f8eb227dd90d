import { setTimeout as wait } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { Agent, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
import type { Socket } from 'node:net'

export type RawRequest = {
  port: number
  method: string
  /** As it goes into the request line. */
  path: string
  headers?: OutgoingHttpHeaders
  body?: string | Buffer
  /** How long an answer may take, in milliseconds. (Default: 30 s.) */
  deadlineMs?: number
  /** Whether the beginning is enough, as for a stream. (Default: the whole answer.) */
  isStream?: boolean
  /** (Default: one of this program, whose connections stay open.) */
  agent?: Agent
}

/**
 * `status` 0: no answer. `ms`: from the first byte sent to the last one read. `isStale`: the service
 * may have closed a quiet connection while the request was on its way.
 */
export type RawResponse = {
  status: number
  headers: NodeJS.Dict<string | string[]>
  text: string
  ms: number
  isStale: boolean
}

const DEADLINE_MS = 30_000

/**
 * A service closes connections that are idle for 5 s. A busy one may do so while a request is on
 * its way: https://nodejs.org/api/http.html#requestreusedsocket
 */
const QUIET_MS = 3_000

/** When each connection gave its last answer. */
const lastAnswers = new WeakMap<Socket, number>()

/** Keeps connections open, as a proxy does. */
const PROXY = new Agent({ keepAlive: true, maxSockets: 256 })

const DECODERS: Record<string, ((bytes: Buffer) => Buffer) | undefined> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  zstd: zstdDecompressSync,
}

const decoded = (bytes: Buffer, encoding = '') =>
  (bytes.length > 0 ? (DECODERS[encoding]?.(bytes) ?? bytes) : bytes).toString('utf8')

/** Resolves when the answer has ended, or as soon as a stream has begun. */
function readResponse(response: IncomingMessage, isStream: boolean) {
  // At its end it has no socket any more.
  const { socket, statusCode: status = 0, headers } = response
  const { promise, resolve, reject } = Promise.withResolvers<Partial<RawResponse>>()
  const chunks: Buffer[] = []
  const finish = () => {
    lastAnswers.set(socket, performance.now())
    const text = decoded(Buffer.concat(chunks), headers['content-encoding'])
    resolve({ status, headers, text })
  }
  response.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    if (!isStream || status !== 200) return
    finish()
    response.destroy()
  })
  response.on('end', finish).on('error', reject)
  return promise
}

/** One request to a service on this machine. @throws {TypeError} for impossible headers */
export function exchange({
  port,
  method,
  path,
  headers,
  body,
  deadlineMs = DEADLINE_MS,
  isStream = false,
  agent = PROXY,
}: RawRequest): Promise<RawResponse> {
  const { promise, resolve } = Promise.withResolvers<RawResponse>()
  const startedAt = performance.now()
  let quietMs = 0
  const answer = (answered: Partial<RawResponse>) => {
    const ms = performance.now() - startedAt
    resolve({ status: 0, headers: {}, text: '', isStale: false, ms, ...answered })
  }
  const fail = ({ code }: NodeJS.ErrnoException) =>
    answer({ isStale: code === 'ECONNRESET' && quietMs >= QUIET_MS })
  const outgoing = request({
    agent,
    port,
    host: '127.0.0.1',
    method,
    path,
    headers: {
      host: `localhost:${port}`,
      ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
      ...headers,
    },
  })
  outgoing.on('response', (response) => {
    void readResponse(response, isStream).then(answer, fail)
  })
  outgoing.on('error', fail)
  outgoing.on('socket', (socket) => {
    quietMs = performance.now() - (lastAnswers.get(socket) ?? Infinity)
  })
  const deadline = setTimeout(() => outgoing.destroy(new Error('no answer in time')), deadlineMs)
  void promise.then(() => clearTimeout(deadline))
  outgoing.end(body)
  return promise
}

const TRIES = 40

/** Repeats the request while the service says that it is busy. */
export async function insist(sent: RawRequest): Promise<RawResponse> {
  for (let tries = 1; ; tries += 1) {
    const answer = await exchange(sent)
    if (answer.status !== 503 || tries === TRIES) return answer
    await wait(250)
  }
}

export const headerOf = ({ headers }: Pick<RawResponse, 'headers'>, name: string) => {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}
