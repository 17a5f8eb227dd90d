import { join } from 'node:path'
import { describeRunning } from './banner.ts'
import {
  assertPortsFree,
  LaunchError,
  type Part,
  readPlatformToken,
  readSettings,
  startDemo,
  startService,
  stopPart,
  untilAnswers,
  untilSignal,
} from './launch.ts'

process.chdir(join(import.meta.dirname, '..'))

/**
 * Runs service and demo shop until a signal or until one of them ends. The shop is stopped first,
 * because it calls the service.
 */
async function main() {
  const parts: Part[] = []
  const start = async () => {
    const settings = readSettings(process.env)
    await assertPortsFree(settings)
    const service = startService(settings)
    parts.unshift(service)
    await untilAnswers(`${settings.serviceUrl}/readyz`, service)
    const demo = startDemo(settings, await readPlatformToken(settings))
    parts.unshift(demo)
    await untilAnswers(settings.demoUrl, demo)
    console.log(await describeRunning(settings))
    throw new LaunchError(`${await Promise.race([service.ended, demo.ended])}: everything stops.`)
  }
  try {
    await Promise.race([start(), untilSignal()])
  } finally {
    for (const part of parts) await stopPart(part)
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof LaunchError ? error.message : error)
    process.exit(1)
  },
)
