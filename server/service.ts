import { type Server, createServer } from 'node:http'
import type { Logger } from 'pino'
import { createApp } from './app.ts'
import { recoverPayments } from './checkout/recover-payments.ts'
import type { CheckoutDeps } from './checkout/ports.ts'
import type { Config } from './config.ts'
import { openContext } from './context.ts'
import { answerBrokenRequests } from './broken-requests.ts'
import { createStatusStreams } from './http/status-streams.ts'
import { SESSION_TTL_SECONDS } from './checkout/session.ts'

/** How often a process looks for payments that nobody moves. */
const RECOVERY_INTERVAL_MS = 2_000

/** How long requests may take to end after the stop began. */
const DRAIN_MS = 15_000

/** Node's own limits are far too patient with clients that send slowly. */
const SERVER_LIMITS = { headersTimeout: 10_000, requestTimeout: 15_000, keepAliveTimeout: 5_000, connectionsCheckingInterval: 1_000 }

/** Starts the whole service; `stop` finishes what runs, for at most 15 s, and closes everything. */
export async function startService(config: Config, log: Logger) {
  warnAboutSettings(config, log)
  let isDraining = false
  const context = await openContext(config, { log, isDraining: () => isDraining })
  const streams = createStatusStreams(context.checkout)
  const server = createServer(SERVER_LIMITS, createApp(context, streams))
  server.maxRequestsPerSocket = 1000
  answerBrokenRequests(server)
  const stopRecovery = startRecovery(context.checkout)
  try {
    await listen(server, config)
  } catch (error) {
    await stopRecovery()
    await context[Symbol.asyncDispose]()
    throw error
  }
  log.info({ address: config.baseUrl, checkout: config.checkoutUrl, paymentFrame: config.paymentFrameUrl }, 'service.started')

  return {
    async stop() {
      isDraining = true
      await Promise.all([drain(server, () => streams.close()), stopRecovery()])
      await context[Symbol.asyncDispose]()
    },
  }
}

function warnAboutSettings({ sessionTtlSeconds, paymentProvider }: Config, log: Logger) {
  if (sessionTtlSeconds !== SESSION_TTL_SECONDS) log.warn({ sessionTtlSeconds }, 'SESSION_TTL_SECONDS is not the 1800 s of the specification')
  if (paymentProvider === 'test') log.info('PAYMENT_PROVIDER is test: no real money is taken')
}

const listen = (server: Server, { port, host }: Config) => new Promise<void>((resolve, reject) => {
  server.once('error', reject)
  server.listen(port, host, () => {
    server.off('error', reject)
    resolve()
  })
})

/** Waiting on `close` alone would wait for idle keep-alive connections; answers under way tell their clients to close. */
async function drain(server: Server, endStreams: () => void) {
  server.prependListener('request', (_request, response) => { response.setHeader('Connection', 'close') })
  const closed = new Promise((resolve) => { server.close(resolve) })
  endStreams()
  server.closeIdleConnections()
  const deadline = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
  await closed
  clearTimeout(deadline)
}

/** Rounds of recovery one after the other, the first one at once; returns how to stop after the running one. */
function startRecovery(checkout: CheckoutDeps) {
  let isStopped = false
  let wake = () => {}
  const run = async () => {
    while (!isStopped) {
      await recoverPayments(checkout).catch((error: unknown) => checkout.events.recoveryFailed({ error }))
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, RECOVERY_INTERVAL_MS)
      wake = resolve
      if (!isStopped) await promise
      clearTimeout(timer)
    }
  }
  const finished = run()
  return async () => {
    isStopped = true
    wake()
    await finished
  }
}
