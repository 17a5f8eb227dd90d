import cluster from 'node:cluster'
import type { Logger } from 'pino'
import { Registry, collectDefaultMetrics } from 'prom-client'
import type { Config } from '../config.ts'
import { writer } from './event-sinks.ts'
import type { Metrics } from './metrics.ts'
import { createServer } from '../web/requests/node-http.ts'
import { answerPrimary, readWorkers } from './worker-metrics.ts'

type Where = Pick<Config, 'metricsPort' | 'host'> & { log: Logger }

type Source = { contentType: string; read: () => Promise<string> }

/** This process's metrics. A worker gives them to its primary. */
export async function serveMetrics({ registry }: Metrics, where: Where) {
  if (where.metricsPort === undefined) return async () => undefined
  collectDefaultMetrics({ register: registry })
  if (!cluster.isWorker)
    return serve(where.metricsPort, where, {
      contentType: registry.contentType,
      read: () => registry.metrics(),
    })
  answerPrimary(registry)
  return async () => undefined
}

/** The metrics of all workers in one. To be called before the first one starts. */
export async function servePrimaryMetrics(where: Where) {
  if (where.metricsPort === undefined) return async () => undefined
  return serve(where.metricsPort, where, {
    contentType: Registry.PROMETHEUS_CONTENT_TYPE,
    read: readWorkers(),
  })
}

/**
 * Serves only the metrics. Returns the function that stops it. Without its port it says so, and the
 * process goes on: it is there to sell.
 */
async function serve(port: number, { host, log }: Where, { contentType, read }: Source) {
  const server = createServer({ requestTimeout: 15_000 }, (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    read().then(
      (text) =>
        response
          .writeHead(200, { 'Content-Type': contentType, 'Cache-Control': 'no-store' })
          .end(text),
      (error: Error) => response.destroy(error),
    )
  })
  const { promise, resolve } = Promise.withResolvers<Error | undefined>()
  server.once('error', resolve)
  server.listen(port, host, () => resolve(undefined))
  const error = await promise
  if (error) {
    writer(log)('metrics.unserved', { port, error })
    return async () => undefined
  }
  return async () => {
    const closed = new Promise((done) => {
      server.close(done)
    })
    server.closeAllConnections()
    await closed
  }
}
