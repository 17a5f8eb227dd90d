import type { BrowserContext, Request, Route } from '@playwright/test'

/** What a purchase asks for, in its order. */
const REQUESTS = {
  page: /\/checkout\/cs_\w+$/,
  script: /\/hosted-checkout(?!-outcomes)[\w.-]*\.js$/,
  frame: /\/payment-frame\/cs_\w+\?/,
  'script of the frame': /\/payment-frame\/[\w.-]+\.js$/,
  'second file': /\/hosted-checkout-outcomes[\w.-]*\.js$/,
  token: /\/token\b/,
  events: /\/events$/,
  card: /\/test-payment-methods$/,
  pay: /\/pay$/,
  view: /\/view$/,
}
const NAMES = Object.keys(REQUESTS) as (keyof typeof REQUESTS)[]

/** `lost`: the server hears of the request, and its answer never arrives. */
export type Cut = { at: keyof typeof REQUESTS; how: 'refused' | 'lost' }

/** The twenty points. */
export const CUTS: Cut[] = NAMES.flatMap((at) =>
  (['refused', 'lost'] as const).map((how) => ({ at, how })),
)

const isAt = ({ at }: Cut, request: Request) => REQUESTS[at].test(request.url())

/** Streams have no end that could be waited for. */
const reachServer = (route: Route, { at }: Cut) =>
  at === 'events' ? undefined : route.fetch().catch(() => undefined)

type Network = {
  cut: Cut
  /** How long nothing comes through afterwards, in milliseconds. */
  downMs: number
  /** Whether the page hears of events at all, or has to ask. */
  hasEvents: boolean
}

/** Lets this context's network fail once, at that point; says whether it came so far. */
export async function cutNetwork(context: BrowserContext, { cut, downMs, hasEvents }: Network) {
  let upAt: number | undefined
  await context.route(/^https?:/, async (route, request) => {
    const isDown = upAt !== undefined && Date.now() < upAt
    if (isDown || (!hasEvents && REQUESTS.events.test(request.url())))
      return route.abort('internetdisconnected')
    if (upAt !== undefined || !isAt(cut, request)) return route.continue()
    upAt = Date.now() + downMs
    if (cut.how === 'lost') await reachServer(route, cut)
    return route.abort('internetdisconnected')
  })
  return () => upAt !== undefined
}
