import { Agent } from 'node:http'
import { exchange } from '../buyer/exchange.ts'
import type { Acknowledgements, Deed, News, Outcome } from './acknowledged.ts'
import type { Exchange } from './history.ts'

export type Call = {
  who: Exchange['who']
  what: Exchange['what']
  service: number
  method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  path: string
  session?: string
  store?: string
  /** The bearer token. */
  credential?: string
  /** The key that is not valid after this request. */
  retires?: string
  /** Sent as JSON; text as it is. */
  body?: unknown
  headers?: Record<string, string>
  /** What the log keeps of the body. (Default: all.) */
  keep?: (text: string) => string
  /** What the request does to stock or money, if it happens. */
  deeds?: Deed[]
  /** What a 2xx answer says. */
  news?: (body: unknown) => News[]
  /** Finds the session in an answer whose request names none. */
  sessionIn?: (text: string) => string | undefined
}

/** `status` 0: no answer. */
export type Answer<Body = unknown> = {
  status: number
  code: string | undefined
  body: Body | undefined
}

export type Client = ReturnType<typeof createClient>

/** Longer than the service may take for a payment. */
const DEADLINE_MS = 20_000

/** How long a payment without an answer counts as one that its process died of. */
const RECENT_MS = 1_000

const codeOf = (body: unknown) =>
  typeof body === 'object' && body !== null && 'error' in body
    ? (body.error as { code?: string }).code
    : undefined

/** A refusal has done nothing; after a 500 nobody knows. */
const outcomeOf = (status: number): Outcome =>
  status === 0 || status >= 500 ? 'unheard' : status < 300 ? 'done' : 'refused'

/** Sends requests to the services, and logs them with their answers. */
export function createClient(
  ports: () => number[],
  { log, acknowledged }: { log: Exchange[]; acknowledged: Acknowledgements },
) {
  const agent = new Agent({ keepAlive: true, maxSockets: 2_000 })
  const paying = new Map<object, { service: number; session: string; lostAt: number | null }>()

  async function send<Body>(call: Call): Promise<Answer<Body>> {
    const { who, what, service, credential, keep = (text: string) => text } = call
    const ends = (call.deeds ?? []).map((deed) => acknowledged.begin(deed))
    const startedAt = performance.now()
    const payment = {}
    if (what === 'pay' && call.session !== undefined)
      paying.set(payment, { service, session: call.session, lostAt: null })
    const { method, path, body: sent } = call
    const port = ports()[service] ?? 0
    const payload = sent === undefined || typeof sent === 'string' ? sent : JSON.stringify(sent)
    const { status, text, isStale } = await exchange({
      agent,
      port,
      method,
      path,
      deadlineMs: DEADLINE_MS,
      headers: {
        host: `127.0.0.1:${port}`,
        ...(credential !== undefined && { authorization: `Bearer ${credential}` }),
        ...(payload !== undefined && { 'content-type': 'application/json' }),
        ...call.headers,
      },
      ...(payload !== undefined && { body: payload }),
    })
    const endedAt = performance.now()
    const entry = paying.get(payment)
    if (entry && status === 0) entry.lostAt = endedAt
    else paying.delete(payment)
    const body = status !== 0 && /^[{["]/.test(text) ? (JSON.parse(text) as Body) : undefined
    const code = codeOf(body)
    if (status >= 200 && status < 300) call.news?.(body).forEach(acknowledged.hear)
    for (const end of ends) end(outcomeOf(status))
    const idempotencyKey = call.headers?.['idempotency-key']
    log.push({
      who,
      what,
      startedAt,
      endedAt,
      status,
      code: code ?? null,
      body: status === 200 ? keep(text) : text,
      session: call.session ?? call.sessionIn?.(text) ?? null,
      ...(isStale && { isStale }),
      ...(call.store !== undefined && { store: call.store }),
      ...(call.retires !== undefined && { retires: call.retires }),
      ...(credential !== undefined && { credential }),
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    })
    return { status, code, body }
  }

  return {
    send,
    hear: acknowledged.hear,
    /** The sessions that this service is taking payments of. */
    paying(service: number) {
      const now = performance.now()
      for (const [key, { lostAt }] of paying)
        if (lostAt !== null && lostAt < now - RECENT_MS) paying.delete(key)
      return [
        ...new Set(
          [...paying.values()]
            .filter((entry) => entry.service === service)
            .map(({ session }) => session),
        ),
      ]
    },
    close: () => agent.destroy(),
  }
}
