import type { RequestListener } from 'node:http'
import express, { type RequestHandler, Router } from 'express'
import { CheckoutError } from './checkout/errors.ts'
import { buyerRoutes } from './api/buyer/buyer-routes.ts'
import { docsRoutes } from './api/docs/docs-routes.ts'
import { requireOneHost, takeTarget } from './web/requests/absolute-targets.ts'
import { answerErrors, answerNotFound } from './web/answers/error-answers.ts'
import { notificationRoutes } from './api/operations/notification-routes.ts'
import { keySetRoutes, operationsRoutes } from './api/operations/operations-routes.ts'
import { policyReportRoutes } from './api/operations/policy-report-routes.ts'
import { cardPageRoutes } from './hosted/card-page-routes.ts'
import { buyLinkRoutes } from './hosted/buy/buy-link-routes.ts'
import { withdrawRoutes } from './hosted/withdraw/withdraw-routes.ts'
import { emailPageRoutes } from './hosted/email-page.ts'
import { hostedPageRoutes } from './hosted/hosted-page-routes.ts'
import { paymentFrameRoutes } from './hosted/payment-frame-routes.ts'
import { orderRoutes } from './api/merchant/order-routes.ts'
import { noticeRoutes, pictureRoutes } from './hosted/picture-routes.ts'
import { answerLost } from './hosted/plain-answers.ts'
import { platformRoutes } from './api/platform/platform-routes.ts'
import { eventRoutes } from './api/merchant/event-routes.ts'
import { productRoutes } from './api/merchant/product-routes.ts'
import { securityTextRoutes } from './api/operations/security-text-routes.ts'
import { siteRoutes } from './api/operations/site-routes.ts'
import { logRequests } from './web/requests/request-log.ts'
import { readHost } from './web/requests/proxies.ts'
import { scriptRoutes } from './hosted/script-routes.ts'
import {
  API_HEADERS,
  COMMON_HEADERS,
  setTransportHeaders,
  withHeaders,
} from './web/answers/security-headers.ts'
import { sessionRoutes } from './api/merchant/session-routes.ts'
import { loadOnce } from './web/load-once.ts'
import { takeBadEscapesLiterally } from './web/requests/undecodable-paths.ts'
import type { Streams } from './streams.ts'
import type { Surfaces } from './surfaces.ts'

/** All surfaces on one port. The host and the path of an address choose the surface. */
export function createApp(surfaces: Surfaces, streams: Streams): RequestListener {
  const { door, hosted, operations } = surfaces
  const { baseUrl, checkoutUrl, paymentFrameUrl } = door.urls
  const app = createExpress(door)
  app.use(
    logRequests(door),
    withHeaders({ ...COMMON_HEADERS, ...API_HEADERS }),
    readHost(door),
    requireOneHost((one, other) => hostTest(`http://${one}`)(other)),
    takeBadEscapesLiterally,
    followScheme(door),
  )
  app.use(operationsRoutes(operations))
  app.use(requireKnownHost([baseUrl, checkoutUrl, paymentFrameUrl]))
  app.use(securityTextRoutes(operations), siteRoutes(hosted))
  const mount = (address: string, routers: Router[]) => {
    app.use(new URL(address).pathname, onlyFor(address, routers))
  }
  mount(baseUrl, baseRouters(surfaces, streams))
  mount(`${baseUrl}/platform/v1`, [platformRouter(surfaces)])
  mount(`${baseUrl}/store`, [storeRouter(surfaces, streams)])
  for (const address of [checkoutUrl, paymentFrameUrl])
    mount(new URL(address).origin, [policyReportRoutes(operations)])
  mount(paymentFrameUrl, frameRouters(surfaces))
  mount(checkoutUrl, checkoutRouters(surfaces, streams))
  app.use(answerNotFound, answerLost(hosted), answerErrors(door))
  return (request, response) => {
    takeTarget(request)
    app(request, response)
  }
}

function createExpress({ trustProxy }: Surfaces['door']) {
  const app = express()
  app.disable('x-powered-by').disable('etag').set('trust proxy', trustProxy)
  // Only a route decides about 304. Express would answer it to every `If-None-Match: *`.
  Object.defineProperty(app.request, 'fresh', { value: false })
  return app.set('query parser', 'simple').enable('case sensitive routing')
}

const baseRouters = ({ operations, merchant, store }: Surfaces, { waits, eventWaits }: Streams) => [
  keySetRoutes(operations),
  docsRoutes(operations),
  sessionRoutes({ ...merchant, waits }),
  eventRoutes({ ...merchant, eventWaits }),
  productRoutes(merchant),
  orderRoutes(merchant),
  notificationRoutes(operations),
  pictureRoutes(store.records),
]

const platformRouter = ({ platform }: Surfaces) =>
  platformRoutes(platform, [platform.provider.platformRoutes?.(platform) ?? []].flat())

/** The store application is a third of our code, and buyers need none of it. */
function storeRouter({ store }: Surfaces, { orders: orderStreams }: Streams) {
  const load = loadOnce(async () => {
    const { storeApp } = await import('./store-app/store-app.ts')
    return storeApp(store, { orderStreams, importReader: store.importReader })
  })
  return Router().use(async (request, response, next) => (await load())(request, response, next))
}

function frameRouters({ frame }: Surfaces) {
  const { taking, test, others } = frame.providers
  return [
    ...[taking, ...others].map((each) => each.challengeRoutes(frame)),
    ...[test.cardRoutes?.(frame) ?? []].flat(),
    ...(test.takePlainCard ? [cardPageRoutes(frame, test.takePlainCard)] : []),
    paymentFrameRoutes(frame, { live: taking.renderCardFields, test: test.renderCardFields }),
  ]
}

const checkoutRouters = ({ door, scripts, buyer, hosted }: Surfaces, { status }: Streams) => [
  scriptRoutes(scripts, `${door.urls.baseUrl}/docs/embed`),
  noticeRoutes(hosted),
  buyerRoutes(buyer, status),
  buyLinkRoutes(hosted),
  withdrawRoutes(hosted),
  hostedPageRoutes(hosted),
  emailPageRoutes(hosted),
]

const isLoopback = (host: string) => /^(localhost|127\.0\.0\.1|\[::1\]|.+\.localhost)$/.test(host)

/** On a developer's machine all its names are the same host. */
const hostTest = (address: string) => {
  const { hostname } = new URL(address)
  const isLocal = isLoopback(hostname)
  return (requested: string | undefined) =>
    requested !== undefined && (requested === hostname || (isLocal && isLoopback(requested)))
}

const onlyFor = (address: string, routers: Router[]): RequestHandler => {
  const isOurs = hostTest(address)
  const surface = Router({ caseSensitive: true }).use(routers)
  return (request, response, next) =>
    isOurs(request.hostname) ? surface(request, response, next) : next()
}

/** The surface with the requested host and the longest path that fits. */
const followScheme = ({
  urls: { baseUrl, checkoutUrl, paymentFrameUrl },
  hstsScope: scope,
}: Surfaces['door']): RequestHandler => {
  const surfaces = [baseUrl, checkoutUrl, paymentFrameUrl]
    .map((address) => ({
      address,
      isOurs: hostTest(address),
      path: new URL(address).pathname.replace(/\/?$/, '/'),
    }))
    .toSorted((one, other) => other.path.length - one.path.length)
  return ({ hostname, path }, response, next) => {
    const ofHost = surfaces.filter(({ isOurs }) => isOurs(hostname))
    const surface = ofHost.find((each) => `${path}/`.startsWith(each.path)) ?? ofHost[0]
    if (surface) setTransportHeaders(response, { address: surface.address, scope })
    next()
  }
}

const requireKnownHost = (addresses: string[]): RequestHandler => {
  const tests = addresses.map(hostTest)
  return ({ hostname }, _response, next) => {
    if (tests.some((isOurs) => isOurs(hostname))) return next()
    throw new CheckoutError('misdirected_request', 'The Host header names no host of this service.')
  }
}
