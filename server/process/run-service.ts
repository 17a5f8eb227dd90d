import cluster from 'node:cluster'
import { parseConfig } from '../config.ts'
import { ConfigError } from '../settings/config-error.ts'
import { createLog } from '../reporting/log.ts'
import { assertOwnNode } from './own-node.ts'
import { UnusableDatabase } from '../postgres/connection/unusable-database.ts'
import type { ServiceOptions } from '../service-options.ts'
import { FailedStart, startWorkers } from './workers.ts'

/** Later than the settings, because the primary of several workers needs nothing of it. */
const loadService = () => import('../service.ts')

/** How long a proxy may take to notice that a process stops: six checks of our `Caddyfile`. */
export const NOTICE_MS = 3_000

/** Runs the service until a signal stops it. Writes to stderr why a start failed. */
export async function runService(changes?: ServiceOptions) {
  try {
    await start(changes)
  } catch (error) {
    process.stderr.write(`${toText(error)}\n`)
    process.exit(1)
  }
}

function toText(error: unknown) {
  if (error instanceof ConfigError) return `Bad setting ${error.message}`
  if (error instanceof FailedStart || error instanceof UnusableDatabase) return error.message
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && error.code === 'EADDRINUSE' && 'port' in error)
    return `Port ${String(error.port)} is taken: stop what is running there, or set another one.`
  if ('syscall' in error && ['listen', 'getaddrinfo'].includes(String(error.syscall)))
    return `The service cannot listen: ${error.message}. See HOST and PORT.`
  return error.stack ?? error.message
}

async function start(changes?: ServiceOptions) {
  const config = parseConfig(process.env)
  assertOwnNode(config)
  const log = createLog({ level: config.logLevel, isTraced: config.traces !== undefined })
  const service =
    config.workers > 1 && cluster.isPrimary
      ? await startWorkers(config, log)
      : await (await loadService()).startService(config, log, changes)
  let isStopping = false
  // A terminal's Ctrl-C reaches a worker, and then its primary signals it, too.
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (isStopping) return
      isStopping = true
      void stop(signal)
    })

  async function stop(signal: string) {
    log.info({ signal }, 'service.stopping')
    // Without a proxy nobody sends the next request to another process, and Ctrl-C is a person's.
    const isNoticed = signal === 'SIGTERM' && config.trustProxy > 0
    await service.stop({ noticeMs: isNoticed ? NOTICE_MS : 0 })
    log.info('service.stopped')
    log.flush(() => process.exit(0))
  }
}
