import { setTimeout as wait } from 'node:timers/promises'
import type { BrowserContext, Request, Route } from '@playwright/test'

/** What a purchase asks for, in its order. */
const REQUESTS = {
  page: /\/checkout\/cs_\w+$|\/\?session=cs_\w+$/,
  script: /\/hosted-checkout(?!-outcomes)[\w.-]*\.js$/,
  frame: /\/payment-frame\/cs_\w+\?/,
  'second file': /\/hosted-checkout-outcomes[\w.-]*\.js$/,
  'its texts': /\/hosted-checkout-outcomes-en-[\w.-]*\.json$/,
  token: /\/token\b/,
  events: /\/events$/,
  card: /\/test-payment-methods$/,
  pay: /\/pay$/,
  view: /\/view$/,
}
const NAMES = Object.keys(REQUESTS) as (keyof typeof REQUESTS)[]

/**
 * `lost`: the server hears of the request, and its answer never arrives; `late`: it hears of it long
 * after the page has been told that the connection broke.
 */
const WAYS = ['refused', 'lost', 'late'] as const
export type Cut = { at: keyof typeof REQUESTS; how: (typeof WAYS)[number] }

/** All points. */
export const CUTS: Cut[] = NAMES.flatMap((at) => WAYS.map((how) => ({ at, how })))

const isAt = ({ at }: Cut, request: Request) => REQUESTS[at].test(request.url())

/** Streams have no end that could be waited for. */
const reachServer = (route: Route, { at }: Cut) =>
  at === 'events' ? undefined : route.fetch().catch(() => undefined)

/** A proxy that had taken it sends it on after all; what is answered nobody hears. */
async function sendLate(context: BrowserContext, request: Request, lateMs: number) {
  const [headers, data] = [await request.allHeaders(), request.postDataBuffer()]
  await wait(lateMs)
  await context.request
    .fetch(request.url(), {
      method: request.method(),
      headers,
      timeout: 5_000,
      ...(data && { data }),
    })
    .catch(() => undefined)
}

type Network = {
  cut: Cut
  /** How long nothing comes through afterwards, in milliseconds. */
  downMs: number
  /** After how long a late request arrives. */
  lateMs: number
  /** Whether the page hears of events at all, or has to ask. */
  hasEvents: boolean
}

/**
 * Lets this context's network fail once, at that point. `wasCut`: whether it came so far; `settled`:
 * when nothing is on its way any more.
 */
export async function cutNetwork(
  context: BrowserContext,
  { cut, downMs, lateMs, hasEvents }: Network,
) {
  let upAt: number | undefined
  let late: Promise<void> | undefined
  await context.route(/^https?:/, async (route, request) => {
    const isDown = upAt !== undefined && Date.now() < upAt
    if (isDown || (!hasEvents && REQUESTS.events.test(request.url())))
      return route.abort('internetdisconnected')
    if (upAt !== undefined || !isAt(cut, request)) return route.continue()
    upAt = Date.now() + downMs
    if (cut.how === 'lost') await reachServer(route, cut)
    if (cut.how === 'late') late = sendLate(context, request, lateMs)
    return route.abort('internetdisconnected')
  })
  return { wasCut: () => upAt !== undefined, settled: () => late }
}
