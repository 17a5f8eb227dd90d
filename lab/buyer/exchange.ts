import { setTimeout as wait } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { Agent, type OutgoingHttpHeaders, request } from 'node:http'

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
}

/** `status` 0: no answer. `ms`: from the first byte sent to the last one read. */
export type RawResponse = {
  status: number
  headers: NodeJS.Dict<string | string[]>
  text: string
  ms: number
}

const DEADLINE_MS = 30_000

/** Keeps connections open, as a proxy does. */
const agent = new Agent({ keepAlive: true, maxSockets: 256 })

const DECODERS: Record<string, ((bytes: Buffer) => Buffer) | undefined> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  zstd: zstdDecompressSync,
}

const decoded = (bytes: Buffer, encoding = '') =>
  (bytes.length > 0 ? (DECODERS[encoding]?.(bytes) ?? bytes) : bytes).toString('utf8')

/** One request to a service on this machine. @throws {TypeError} for impossible headers */
export function exchange({
  port,
  method,
  path,
  headers,
  body,
  deadlineMs = DEADLINE_MS,
  isStream = false,
}: RawRequest): Promise<RawResponse> {
  const { promise, resolve } = Promise.withResolvers<RawResponse>()
  const startedAt = performance.now()
  const answer = (status = 0, known: RawResponse['headers'] = {}, text = '') =>
    resolve({ status, headers: known, text, ms: performance.now() - startedAt })
  const outgoing = request(
    {
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
    },
    (response) => {
      const chunks: Buffer[] = []
      const finish = () =>
        answer(
          response.statusCode,
          response.headers,
          decoded(Buffer.concat(chunks), response.headers['content-encoding']),
        )
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        if (!isStream || response.statusCode !== 200) return
        finish()
        outgoing.destroy()
      })
      response.on('end', finish)
      response.on('error', () => answer())
    },
  )
  outgoing.on('error', () => answer())
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
