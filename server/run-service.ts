import { ConfigError, parseConfig } from './config.ts'
import { createLog } from './log.ts'
import { assertOwnNode } from './own-node.ts'
import { startService } from './service.ts'

type Changes = Parameters<typeof startService>[2]

/** Runs the service until it is told to stop; a failed start is said on stderr. */
export async function runService(changes?: Changes) {
  try {
    await start(changes)
  } catch (error) {
    process.stderr.write(`${toText(error)}\n`)
    process.exit(1)
  }
}

function toText(error: unknown) {
  if (error instanceof ConfigError) return `Bad setting ${error.message}`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

async function start(changes?: Changes) {
  const config = parseConfig(process.env)
  assertOwnNode(config)
  const log = createLog({ level: config.logLevel })
  const service = await startService(config, log, changes)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(signal))

  async function stop(signal: string) {
    log.info({ signal }, 'service.stopping')
    await service.stop()
    log.info('service.stopped')
    log.flush(() => process.exit(0))
  }
}
