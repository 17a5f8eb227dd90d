import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, relative } from 'node:path'
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
import { watchFolders } from './watching.ts'

process.chdir(join(import.meta.dirname, '..'))

type WatchedPart = { folders: string[]; prepare?: () => Promise<void>; start: () => Promise<Part> }

/** Runs a part, and starts it again when a file changes, also after a failure. */
async function keepFresh({ folders, prepare, start }: WatchedPart) {
  let part = await start()
  let restarting = Promise.resolve()
  const restart = async (files: string[]) => {
    await prepare?.()
    await stopPart(part)
    const names = files.map((file) => relative('.', file)).join(', ')
    console.log(`${part.name}: ${names} changed, starting again`)
    part = await start()
  }
  const watching = await watchFolders(folders, (files) => {
    restarting = restarting
      .then(() => restart(files))
      .catch((error: unknown) =>
        console.error(error instanceof LaunchError ? error.message : error),
      )
  })
  return {
    stop: async () => {
      await watching.stop()
      await restarting
      await stopPart(part)
    },
  }
}

/** Builds the widget. When the build fails, the old one stays in use. */
async function buildWidget() {
  const build = spawn(process.execPath, ['scripts/setup.mjs'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code] = (await once(build, 'exit')) as [number | null]
  if (code !== 0) throw new LaunchError('What was running goes on.')
}

async function main() {
  const stops: (() => Promise<void>)[] = []
  const settings = readSettings(process.env)
  await assertPortsFree(settings)
  const start = async () => {
    const service = await keepFresh({
      folders: ['server', 'widget'],
      prepare: buildWidget,
      start: async () => {
        const part = startService(settings)
        await untilAnswers(`${settings.serviceUrl}/readyz`, part)
        return part
      },
    })
    stops.unshift(service.stop)
    const platformToken = await readPlatformToken(settings)
    const demo = await keepFresh({
      folders: ['demo'],
      start: async () => {
        const part = startDemo(settings, platformToken)
        await untilAnswers(settings.demoUrl, part)
        return part
      },
    })
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

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof LaunchError ? error.message : error)
    process.exit(1)
  },
)
