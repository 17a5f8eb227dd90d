import type { Server } from 'node:http'
import { setImmediate as wholeTurn, setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { createApp } from './app.ts'
import type { Config } from './config.ts'
import { openContext } from './context.ts'
import { answerBrokenRequests, refuseExpectation } from './web/requests/broken-requests.ts'
import { hotBuyerHandlers } from './api/buyer/buyer-routes.ts'
import { hotSessionHandlers } from './api/merchant/session-routes.ts'
import { hotPageHandlers } from './hosted/hosted-page-routes.ts'
import { serveHotRoutes } from './web/requests/before-express.ts'
import { BoundedRequest, boundConnections } from './web/requests/connections.ts'
import { createServer } from './web/requests/node-http.ts'
import { refuseStrangers } from './web/requests/refused-strangers.ts'
import { startWork } from './rounds/rounds.ts'
import type { ServiceOptions } from './service-options.ts'
import { type Streams, createStreams } from './streams.ts'
import type { Surfaces } from './surfaces.ts'
import { type Metrics, createMetrics } from './reporting/metrics.ts'
import { serveMetrics } from './reporting/metrics-server.ts'
import { SESSION_TTL_SECONDS } from './checkout/sessions/session.ts'

/** How long requests may take after the stop has begun. */
export const DRAIN_MS = 15_000

/**
 * Node's own limits are too patient with clients that send slowly. Proxies keep connections for 60
 * s; if we closed one first, the next request on it would be lost.
 */
const limitsOf = ({ trustProxy }: Config) => ({
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  keepAliveTimeout: trustProxy > 0 ? 75_000 : 5_000,
  connectionsCheckingInterval: 1_000,
  // Node would answer without an envelope, an id or a line of the log.
  requireHostHeader: false,
  IncomingMessage: BoundedRequest,
})

/**
 * Starts the whole service. `stop` ends within 15 s what runs, and closes everything; it takes
 * requests for `noticeMs` more.
 */
export async function startService(
  config: Config,
  log: Logger,
  { reconcileAfterMs, ...options }: ServiceOptions = {},
) {
  warnAboutSettings(config, log)
  let isDraining = false
  const metrics = createMetrics()
  const context = await openContext(config, {
    log,
    metrics,
    isDraining: () => isDraining,
    ...options,
  })
  const streams = createStreams(context)
  const server = createSurfaces(config, context, streams)
  const stopWork = startWork(context.work, reconcileAfterMs)
  const stopMetrics = await startServers(server, { config, metrics, log }).catch(
    async (error: unknown) => {
      await stopWork()
      await context[Symbol.asyncDispose]()
      throw error
    },
  )
  log.info(
    { address: config.baseUrl, checkout: config.checkoutUrl, paymentFrame: config.paymentFrameUrl },
    'service.started',
  )

  return {
    async stop({ noticeMs = 0 } = {}) {
      isDraining = true
      const endStreams = () => {
        for (const each of Object.values(streams)) each.close()
      }
      await Promise.all([drain(server, { noticeMs, endStreams }), stopWork()])
      await stopMetrics()
      await context[Symbol.asyncDispose]()
    },
  }
}

function warnAboutSettings(
  { sessionTtlSeconds, paymentProvider, failpoints, testProviderFaults, smtp }: Config,
  log: Logger,
) {
  if (failpoints.length > 0 || testProviderFaults > 0)
    log.warn('FAILPOINTS or TEST_PROVIDER_FAULTS is set: this service breaks on purpose')
  if (sessionTtlSeconds !== SESSION_TTL_SECONDS)
    log.warn({ sessionTtlSeconds }, 'SESSION_TTL_SECONDS is not the 1800 s of the specification')
  const isTest = paymentProvider === 'test'
  if (isTest) log.info('PAYMENT_PROVIDER is test: no real money is taken')
  // Nobody misses a mail where nobody pays.
  const level = isTest ? 'info' : 'warn'
  if (!smtp) log[level]('SMTP_URL is not set: buyers get no mail about their order or a refund')
}

/** All surfaces on one port. The busiest routes come before Express. */
function createSurfaces(config: Config, surfaces: Surfaces, streams: Streams) {
  const { door, merchant, hosted, buyer } = surfaces
  const routes = serveHotRoutes(door, {
    surfaces: [
      {
        address: config.baseUrl,
        routes: hotSessionHandlers({ ...merchant, waits: streams.waits }),
      },
      {
        address: config.checkoutUrl,
        routes: [...hotPageHandlers(hosted), ...hotBuyerHandlers(buyer)],
      },
    ],
    others: createApp(surfaces, streams),
  })
  const connections = boundConnections(door)
  const server = createServer(limitsOf(config), connections.bounded(refuseStrangers(door, routes)))
  server.on('checkExpectation', connections.bounded(refuseExpectation(door)))
  connections.watch(server)
  answerBrokenRequests(server, door)
  return server
}

/** The metrics start first, so that everything answers once the service's own port does. */
async function startServers(
  server: Server,
  { config, metrics, log }: { config: Config; metrics: Metrics; log: Logger },
) {
  const stopMetrics = await serveMetrics(metrics, { ...config, log })
  try {
    await listen(server, config)
    return stopMetrics
  } catch (error) {
    await stopMetrics()
    throw error
  }
}

const listen = (server: Server, { port, host }: Config) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })

/** In a longer turn, connections may have arrived after it looked for them. */
const QUIET_TURN_MS = 0.5
const MOST_TURNS = 1_000

/** Takes the connections that have arrived, one a turn as Node does: closing would reset them. */
async function takeArrived(server: Server) {
  let taken = 0
  server.on('connection', () => (taken += 1))
  for (let turns = 0; turns < MOST_TURNS; turns += 1) {
    const [before, began] = [taken, performance.now()]
    await wholeTurn()
    if (taken === before && performance.now() - began < QUIET_TURN_MS) return
  }
}

type Draining = { noticeMs: number; endStreams: () => void }

/** Waiting only for `close` would wait for idle connections; answers under way close theirs. */
async function drain(server: Server, { noticeMs, endStreams }: Draining) {
  server.prependListener('request', (_request, response) => {
    response.setHeader('Connection', 'close')
  })
  const deadline = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
  if (noticeMs > 0) {
    await wait(noticeMs)
    await takeArrived(server)
  }
  const closed = new Promise((resolve) => {
    server.close(resolve)
  })
  endStreams()
  server.closeIdleConnections()
  await closed
  clearTimeout(deadline)
}
