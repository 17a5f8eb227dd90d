import { watch } from 'node:fs'
import { join } from 'node:path'
import { describeRunning } from './banner.ts'
import {
  assertPortsFree, LaunchError, type Part, readPlatformToken, readSettings, startDemo, startPart, startService, stopPart, untilAnswers, untilSignal,
} from './launch.ts'

process.chdir(join(import.meta.dirname, '..'))

// Editors and bundlers write several files at once: one restart for all of them.
const QUIET_MS = 150

type Watched = { folders: string[]; start: () => Promise<Part> }

/** Keeps a part running and starts it anew when a file in its folders changes; one that fails waits for the next change. */
async function keepFresh({ folders, start }: Watched) {
  let part = await start()
  let timer: NodeJS.Timeout | undefined
  let restarting = Promise.resolve()
  const restart = async () => {
    await stopPart(part)
    console.log(`${part.name}: changed, starting again`)
    part = await start()
  }
  for (const folder of folders) {
    watch(folder, { recursive: true }, (_event, file) => {
      if (file?.includes('.test.') || file?.includes('.spec.')) return
      clearTimeout(timer)
      timer = setTimeout(() => {
        restarting = restarting.then(restart).catch((error: unknown) => console.error(error instanceof LaunchError ? error.message : error))
      }, QUIET_MS)
    })
  }
  return {
    stop: async () => {
      clearTimeout(timer)
      await restarting
      await stopPart(part)
    },
  }
}

async function main() {
  const stops: (() => Promise<void>)[] = []
  const settings = readSettings(process.env)
  await assertPortsFree(settings)
  const start = async () => {
    const widget = startPart({
      name: 'The widget’s build', args: ['node_modules/vite/bin/vite.js', 'build', '--watch', '--logLevel=warn'],
      env: process.env, output: 'inherit',
    })
    stops.unshift(() => stopPart(widget))
    const service = await keepFresh({ folders: ['server', 'widget', 'dist/widget'], start: async () => {
      const part = startService(settings)
      await untilAnswers(`${settings.serviceUrl}/readyz`, part)
      return part
    } })
    stops.unshift(service.stop)
    const platformToken = await readPlatformToken(settings)
    const demo = await keepFresh({ folders: ['demo'], start: async () => {
      const part = startDemo(settings, platformToken)
      await untilAnswers(settings.demoUrl, part)
      return part
    } })
    stops.unshift(demo.stop)
    console.log(await describeRunning(settings))
  }
  const signal = untilSignal()
  try {
    await Promise.race([start().then(() => signal), signal])
  } finally {
    for (const stop of stops) await stop()
  }
}

main().then(() => process.exit(0), (error: unknown) => {
  console.error(error instanceof LaunchError ? error.message : error)
  process.exit(1)
})
