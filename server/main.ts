import { ConfigError, parseConfig } from './config.ts'
import { createLog } from './log.ts'
import { startService } from './service.ts'

async function main() {
  const config = parseConfig(process.env)
  const log = createLog({ level: config.logLevel })
  const service = await startService(config, log)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(signal))

  async function stop(signal: string) {
    log.info({ signal }, 'service.stopping')
    await service.stop()
    log.info('service.stopped')
    log.flush(() => process.exit(0))
  }
}

main().catch((error: unknown) => {
  process.stderr.write(
    `${error instanceof ConfigError ? `Bad setting ${error.message}` : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  )
  process.exit(1)
})
