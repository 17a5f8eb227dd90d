import { type Server, createServer } from 'node:http'
import type { Logger } from 'pino'
import { createApp } from './app.ts'
import { deliverOutbox, expireSessions, recoverPayments } from './checkout/recover-payments.ts'
import { reconcileWhenDue } from './checkout/reconciliation-round.ts'
import { returnOrphans } from './checkout/orphaned-payments.ts'
import type { CheckoutDeps } from './checkout/checkout-deps.ts'
import { recoverReadings } from './checkout/refresh-charge.ts'
import { sweepRecords } from './checkout/sweep-records.ts'
import { recoverRefunds } from './checkout/refund-order.ts'
import type { Config } from './config.ts'
import { type Context, openContext } from './context.ts'
import { answerBrokenRequests } from './web/broken-requests.ts'
import { createStatusStreams } from './api/buyer/status-streams.ts'
import { createOrderStreams } from './store-app/orders/order-streams.ts'
import { type Metrics, createMetrics, startMetricsServer } from './metrics.ts'
import { SESSION_TTL_SECONDS } from './checkout/session.ts'

/**
 * How often a process looks for payments that nobody moves, sessions that are over, and news that
 * nobody has told.
 */
const ROUND_INTERVAL_MS = 1_000

/** How often a process looks for records that are too old. */
const FORGETTING_INTERVAL_MS = 60_000

/** When the start is over: nothing waits for it. */
const FIRST_SWEEP_MS = 10_000

/** How often a process asks whether the providers' books are to be compared with ours. */
const RECONCILIATION_INTERVAL_MS = 60_000

/** A comparison that takes longer is given up; another one begins an hour after it did. */
const RECONCILIATION_MS = 50 * 60_000

/** Not at once, and not all processes at the same moment. */
const firstReconciliationMs = () => 20_000 + Math.random() * RECONCILIATION_INTERVAL_MS

/** How long requests may take to end after the stop began. */
const DRAIN_MS = 15_000

/**
 * Node's own limits are far too patient with clients that send slowly. A proxy keeps connections for
 * 60 s by habit: were we to close one first, its next request would be lost on the way.
 */
const limitsOf = ({ trustProxy }: Config) => ({
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  keepAliveTimeout: trustProxy > 0 ? 75_000 : 5_000,
  connectionsCheckingInterval: 1_000,
})

/**
 * Starts the whole service; `stop` finishes what runs, for at most 15 s, and closes everything.
 *
 * @param passwordCost the work of a new password's hash (default: as `createPasswords` has it).
 * @param reconcileAfterMs when to ask first whether to compare the books (default: 20 to 80 s).
 */
export async function startService(
  config: Config,
  log: Logger,
  {
    passwordCost,
    reconcileAfterMs = firstReconciliationMs(),
  }: { passwordCost?: number; reconcileAfterMs?: number } = {},
) {
  warnAboutSettings(config, log)
  let isDraining = false
  const metrics = createMetrics()
  const context = await openContext(config, {
    log,
    metrics,
    isDraining: () => isDraining,
    passwordCost,
  })
  const streams = {
    status: createStatusStreams(context.checkout),
    orders: createOrderStreams({ ...context, records: context.storeRecords }),
  }
  const server = createServer(limitsOf(config), createApp(context, streams))
  server.maxRequestsPerSocket = 1000
  answerBrokenRequests(server)
  const stopWork = startWork(context, reconcileAfterMs)
  const stopMetrics = await startServers(server, { config, metrics }).catch(
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
    async stop() {
      isDraining = true
      await Promise.all([
        drain(server, () => {
          for (const each of Object.values(streams)) each.close()
        }),
        stopWork(),
      ])
      await stopMetrics()
      await context[Symbol.asyncDispose]()
    },
  }
}

function warnAboutSettings(
  { sessionTtlSeconds, paymentProvider, failpoints, testProviderFaults }: Config,
  log: Logger,
) {
  if (failpoints.length > 0 || testProviderFaults > 0)
    log.warn('FAILPOINTS or TEST_PROVIDER_FAULTS is set: this service breaks on purpose')
  if (sessionTtlSeconds !== SESSION_TTL_SECONDS)
    log.warn({ sessionTtlSeconds }, 'SESSION_TTL_SECONDS is not the 1800 s of the specification')
  if (paymentProvider === 'test') log.info('PAYMENT_PROVIDER is test: no real money is taken')
}

/** The metrics first: when the service's own port answers, everything does. */
async function startServers(
  server: Server,
  { config, metrics }: { config: Config; metrics: Metrics },
) {
  const { metricsPort, host } = config
  const stopMetrics =
    metricsPort === undefined
      ? async () => undefined
      : await startMetricsServer(metrics, { port: metricsPort, host })
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

/**
 * Waiting on `close` alone would wait for idle keep-alive connections; answers under way tell their
 * clients to close.
 */
async function drain(server: Server, endStreams: () => void) {
  server.prependListener('request', (_request, response) => {
    response.setHeader('Connection', 'close')
  })
  const closed = new Promise((resolve) => {
    server.close(resolve)
  })
  endStreams()
  server.closeIdleConnections()
  const deadline = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
  await closed
  clearTimeout(deadline)
}

/** Starts what a process does without being asked; returns how to stop after what is running. */
function startWork(context: Context, reconcileAfterMs: number) {
  const { checkout, requests, readHistory, orphanRule } = context
  const stops = [
    // Payments whose provider does not answer keep a round waiting: others start beside it.
    startRounds(() => recoverPayments(checkout), { checkout, atOnce: 5 }),
    startRounds(() => recoverRefunds(checkout), { checkout, atOnce: 5 }),
    startRounds(() => recoverReadings(checkout), { checkout, atOnce: 1 }),
    startRounds(() => expireSessions(checkout), { checkout, atOnce: 1 }),
    startRounds(() => deliverOutbox(checkout), { checkout, atOnce: 1 }),
    startRounds(() => returnOrphans(checkout, orphanRule), { checkout, atOnce: 1 }),
    startRounds(readHistory, { checkout, atOnce: 1 }),
    startRounds(() => reconcileOnce(context), {
      checkout,
      atOnce: 1,
      everyMs: RECONCILIATION_INTERVAL_MS,
      afterMs: reconcileAfterMs,
    }),
    startRounds(() => requests.flush(), { checkout, atOnce: 1 }),
    startRounds(() => requests.forgetOld(), {
      checkout,
      atOnce: 1,
      everyMs: FORGETTING_INTERVAL_MS,
    }),
    startRounds(() => sweepOnce(context), {
      checkout,
      atOnce: 1,
      everyMs: FORGETTING_INTERVAL_MS,
      afterMs: FIRST_SWEEP_MS,
    }),
  ]
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}

const sweepOnce = ({ oldRecords, buyerDataRetentionDays, isDraining, checkout }: Context) =>
  sweepRecords({
    records: oldRecords,
    retentionDays: buyerDataRetentionDays,
    mustStop: isDraining,
    onFailure: (error) => checkout.events.recoveryFailed({ error }),
  })

function reconcileOnce({ checkout, reconciliation, isDraining }: Context) {
  const startedAt = performance.now()
  const mustStop = () => isDraining() || performance.now() - startedAt > RECONCILIATION_MS
  return reconcileWhenDue(checkout, { ...reconciliation, mustStop })
}

type Rounds = { checkout: CheckoutDeps; atOnce: number; everyMs?: number; afterMs?: number }

/**
 * Begins a round now, or later, and one each interval, unless so many run already. A round that
 * answers `true` was full: the next one begins at once.
 */
function startRounds(
  round: () => Promise<unknown>,
  { checkout, atOnce, everyMs = ROUND_INTERVAL_MS, afterMs = 0 }: Rounds,
) {
  const running = new Set<Promise<unknown>>()
  let isStopped = false
  const begin = () => {
    if (isStopped || running.size >= atOnce) return
    const run = round()
      .catch((error: unknown) => checkout.events.recoveryFailed({ error }))
      .finally(() => running.delete(run))
    running.add(run)
    void run.then((isFull) => isFull === true && begin())
  }
  if (afterMs === 0) begin()
  const first = afterMs > 0 ? setTimeout(begin, afterMs) : undefined
  const timer = setInterval(begin, everyMs)
  return async () => {
    isStopped = true
    clearTimeout(first)
    clearInterval(timer)
    await Promise.all(running)
  }
}
