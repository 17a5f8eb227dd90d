import express, { type RequestHandler, Router } from 'express'
import { CheckoutError } from './checkout/errors.ts'
import { buyerRoutes } from './api/buyer/buyer-routes.ts'
import { docsRoutes } from './api/reference/docs-routes.ts'
import { answerErrors, answerNotFound } from './web/error-answers.ts'
import type { Context } from './context.ts'
import { notificationRoutes } from './api/operations/notification-routes.ts'
import { keySetRoutes, operationsRoutes } from './api/operations/operations-routes.ts'
import { policyReportRoutes } from './api/operations/policy-report-routes.ts'
import { cardPageRoutes } from './hosted/card-page-routes.ts'
import { hostedPageRoutes } from './hosted/hosted-page-routes.ts'
import { paymentFrameRoutes } from './hosted/payment-frame-routes.ts'
import { orderRoutes } from './api/merchant/order-routes.ts'
import { pictureRoutes } from './hosted/picture-routes.ts'
import { renderPreview } from './hosted/preview-page.ts'
import { platformRoutes } from './api/platform/platform-routes.ts'
import { eventRoutes } from './api/merchant/event-routes.ts'
import type { EventWaits } from './api/merchant/event-waits.ts'
import { productRoutes } from './api/merchant/product-routes.ts'
import { logRequests } from './web/request-log.ts'
import { readHost } from './web/proxies.ts'
import { scriptRoutes } from './hosted/script-routes.ts'
import {
  API_HEADERS,
  COMMON_HEADERS,
  setTransportHeaders,
  withHeaders,
} from './web/security-headers.ts'
import { sessionRoutes } from './api/merchant/session-routes.ts'
import type { SessionWaits } from './api/merchant/session-waits.ts'
import { takeBadEscapesLiterally } from './web/undecodable-paths.ts'
import type { OrderStreams } from './store-app/orders/order-streams.ts'
import { storeApp } from './store-app/store-app.ts'
import { WIDGET_DIRECTORY } from './widget-directory.ts'
import type { StatusStreams } from './api/buyer/status-streams.ts'

/**
 * All surfaces of the service on one port, told apart by the host and path of their configured
 * addresses.
 */
export function createApp(
  context: Context,
  streams: {
    status: StatusStreams
    orders: OrderStreams
    waits: SessionWaits
    eventWaits: EventWaits
  },
) {
  const { taking, test, others } = context.providerParts
  const { baseUrl, checkoutUrl, paymentFrameUrl } = context.urls
  const app = express()
  app.disable('x-powered-by').disable('etag').set('trust proxy', context.trustProxy)
  // A route that says 304 decides it: Express would answer it to `If-None-Match: *` everywhere.
  Object.defineProperty(app.request, 'fresh', { value: false })
  app.set('query parser', 'simple').enable('case sensitive routing')

  app.use(
    logRequests(context),
    withHeaders({ ...COMMON_HEADERS, ...API_HEADERS }),
    readHost(context),
    takeBadEscapesLiterally,
    followScheme(context),
  )
  app.use(operationsRoutes(context))
  app.use(requireKnownHost([baseUrl, checkoutUrl, paymentFrameUrl]))
  const mount = (address: string, ...routers: Router[]) => {
    app.use(new URL(address).pathname, onlyFor(address, routers))
  }
  mount(
    baseUrl,
    keySetRoutes(context),
    docsRoutes(context),
    sessionRoutes({ ...context, waits: streams.waits }),
    eventRoutes({ ...context, eventWaits: streams.eventWaits }),
    productRoutes(context),
    orderRoutes(context),
    notificationRoutes(context),
  )
  mount(baseUrl, pictureRoutes(context.storeRecords))
  mount(
    `${baseUrl}/platform/v1`,
    platformRoutes(
      {
        ...context,
        passwordResets: context.storeRecords.passwordResets,
        invitations: context.storeRecords.team,
        secondFactors: context.storeRecords.secondFactors,
      },
      [test.platformRoutes?.(context) ?? []].flat(),
    ),
  )
  mount(
    `${baseUrl}/store`,
    storeApp(
      {
        ...context,
        records: context.storeRecords,
        previewPage: (preview) => renderPreview(context, preview, context.checkout.clock.now()),
      },
      { orderStreams: streams.orders, importReader: context.importReader },
    ),
  )
  mount(new URL(checkoutUrl).origin, policyReportRoutes(context))
  mount(
    paymentFrameUrl,
    ...[taking, ...others].map((each) => each.challengeRoutes(context)),
    ...[test.cardRoutes?.(context) ?? []].flat(),
    ...(test.takePlainCard ? [cardPageRoutes(context, test.takePlainCard)] : []),
    paymentFrameRoutes(context, {
      live: taking.renderCardFields,
      test: test.renderCardFields,
    }),
  )
  mount(
    checkoutUrl,
    scriptRoutes(WIDGET_DIRECTORY, `${baseUrl}/docs/embed`),
    buyerRoutes(context, streams.status),
    hostedPageRoutes(context),
  )

  app.use(answerNotFound, answerErrors(context))
  return app
}

const isLoopback = (host: string) => /^(localhost|127\.0\.0\.1|\[::1\]|.+\.localhost)$/.test(host)

/** On one's own machine all names of that machine are the same host. */
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

/** The surface is the one whose host, and the longest of whose paths, is asked for. */
const followScheme = ({
  urls: { baseUrl, checkoutUrl, paymentFrameUrl },
  hstsScope: scope,
}: Pick<Context, 'urls' | 'hstsScope'>): RequestHandler => {
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
