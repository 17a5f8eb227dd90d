import type { RequestListener } from 'node:http'
import proxyAddress from 'proxy-addr'
import { type Callers, COOL_DOWN_RETRY_SECONDS, tooManyUnknown } from '../../admission/callers.ts'
import { markOf } from '../../auth/api-keys.ts'
import { createRequestId } from './request-log.ts'
import {
  API_HEADERS,
  COMMON_HEADERS,
  type HstsScope,
  transportHeaders,
} from '../answers/security-headers.ts'

type Deps = {
  urls: { baseUrl: string }
  trustProxy: number
  hstsScope: HstsScope
  callers: Pick<Callers, 'isRefused'>
  events: { strangerRefused(): void }
}

/** How many strangers are refused in a turn, and how long it is to the next one. */
const EACH_TURN = 8
const TURN_MS = 5

const MAX_WAITING = 256

/** What the merchant API says when too many unknown keys came (spec §7), made once. */
function prepareRefusal({ urls: { baseUrl }, hstsScope: scope }: Deps) {
  const { code, message } = tooManyUnknown({ retryAfterSeconds: COOL_DOWN_RETRY_SECONDS })
  const body = Buffer.from(JSON.stringify({ error: { code, message } }))
  const headers = Object.entries({
    ...COMMON_HEADERS,
    ...API_HEADERS,
    ...transportHeaders({ address: baseUrl, scope }),
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(body.length),
    'Retry-After': String(COOL_DOWN_RETRY_SECONDS),
  })
  return { body, headers: headers.flat() }
}

/**
 * A few answers at a time. Who waits for one asks nothing meanwhile, and the process is free for
 * others; when too many wait, all are answered at once.
 */
function createTurns() {
  const waiting: (() => unknown)[] = []
  const turn = () => {
    for (const answer of waiting.splice(0, EACH_TURN)) answer()
    if (waiting.length > 0) setTimeout(turn, TURN_MS)
  }
  return (answer: () => unknown) => {
    if (waiting.length >= MAX_WAITING) return void answer()
    if (waiting.push(answer) === 1) setTimeout(turn, TURN_MS)
  }
}

/**
 * Refuses unknown keys of networks that have sent too many of them a moment ago, before anything
 * else is done: that is all their requests may cost.
 */
export function refuseStrangers(deps: Deps, listener: RequestListener): RequestListener {
  const { trustProxy, callers, events } = deps
  const api = `${new URL(deps.urls.baseUrl).pathname.replace(/\/$/, '')}/v1/`
  const refusal = prepareRefusal(deps)
  const later = createTurns()
  return (request, response) => {
    const { url = '', headers } = request
    const key = url.startsWith(api) ? headers.authorization : undefined
    const address =
      key === undefined ? '' : proxyAddress(request, (_address, hop) => hop < trustProxy)
    if (key === undefined || !callers.isRefused(address, markOf(key)))
      return listener(request, response)
    events.strangerRefused()
    const named = ['Request-Id', createRequestId(), ...refusal.headers]
    later(() => response.writeHead(429, named).end(refusal.body))
  }
}
