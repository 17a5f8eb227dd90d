import { setTimeout as wait } from 'node:timers/promises'
import type { BrowserContext, Request, Route } from '@playwright/test'

/** The requests of a purchase, in their order. */
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
 * `lost`: the server gets the request, but its answer never arrives. `late`: the server gets it
 * long after the page was told that the connection broke.
 */
const WAYS = ['refused', 'lost', 'late'] as const
export type Cut = { at: keyof typeof REQUESTS; how: (typeof WAYS)[number] }

export const CUTS: Cut[] = NAMES.flatMap((at) => WAYS.map((how) => ({ at, how })))

const isAt = ({ at }: Cut, request: Request) => REQUESTS[at].test(request.url())

/** A stream has no end, so nothing can wait for it. */
const reachServer = (route: Route, { at }: Cut) =>
  at === 'events' ? undefined : route.fetch().catch(() => undefined)

/** A proxy that has taken the request sends it on later. Nobody hears the answer. */
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
  /** How long the network is down afterwards, in milliseconds. */
  downMs: number
  /** After how many milliseconds a late request arrives. */
  lateMs: number
  /** Whether the page hears of events, or has to ask. */
  hasEvents: boolean
}

/**
 * Lets the network of this context fail once, at that point. `wasCut` says whether the purchase
 * came so far. `settled` resolves when no request is on its way any more.
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
