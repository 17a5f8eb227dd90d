import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startProgram } from './programs/program.ts'
import { parseConfig, type Config } from '../server/config.ts'
import { ConfigError } from '../server/settings/config-error.ts'
import { assertOwnNode } from '../server/process/own-node.ts'

const POLL_MS = 25
const READY_MS = 60_000
const STOPPING_MS = 20_000

export class LaunchError extends Error {}

export type Settings = { config: Config; demoPort: number; serviceUrl: string; demoUrl: string }

export type Part = { name: string; child: ChildProcess; ended: Promise<string> }

/** The settings of service and demo shop. Both use the service's defaults. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const config = parse(env)
  const demoPort = Number(env['DEMO_PORT'] || 4243)
  if (!Number.isInteger(demoPort) || demoPort < 1 || demoPort > 65_535)
    throw new LaunchError('DEMO_PORT: must be a port number from 1 to 65535.')
  const isAnywhere = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(config.host)
  const serviceUrl = `http://${isAnywhere ? 'localhost' : config.host}:${config.port}`
  return { config, demoPort, serviceUrl, demoUrl: `http://localhost:${demoPort}` }
}

function parse(env: NodeJS.ProcessEnv) {
  try {
    const config = parseConfig(env)
    assertOwnNode(config)
    return config
  } catch (error) {
    throw error instanceof ConfigError ? new LaunchError(`Bad setting ${error.message}`) : error
  }
}

export async function assertPortsFree({ config, demoPort }: Settings) {
  await assertPortFree(config.port, { host: config.host, setting: 'PORT' })
  await assertPortFree(demoPort, { host: '127.0.0.1', setting: 'DEMO_PORT' })
}

async function assertPortFree(port: number, { host, setting }: { host: string; setting: string }) {
  const probe = createServer().listen(port, host)
  try {
    await once(probe, 'listening')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
    throw new LaunchError(
      `Port ${port} is taken: stop what is running there, or set ${setting} to another port.`,
    )
  }
  probe.close()
  await once(probe, 'close')
}

type Program = {
  name: string
  args: string[]
  env: NodeJS.ProcessEnv
  output: 'inherit' | 'ignore'
}

/** Starts a program in its own process group, so that Ctrl-C reaches only this process. */
export function startPart({ name, args, env, output }: Program): Part {
  const { process: child, ended } = startProgram(process.execPath, args, {
    env,
    detached: true,
    stdio: ['ignore', output, 'inherit'],
    lastSignal: 'SIGTERM',
  })
  return {
    name,
    child,
    ended: ended.then(({ code, signal }) => `${name} stopped (${signal ?? `exit code ${code}`})`),
  }
}

export const startService = ({ config }: Settings): Part =>
  startPart({
    name: 'The checkout service',
    args: ['server/process/main.ts'],
    output: 'inherit',
    env: {
      ...process.env,
      LOG_LEVEL: process.env['LOG_LEVEL'] || 'warn',
      // A person who tries out the product is owner and platform.
      OWNERS_CHANGE_PLAN: process.env['OWNERS_CHANGE_PLAN'] || 'true',
      DATA_DIR: config.dataDir,
    },
  })

export const startDemo = ({ config, demoPort }: Settings, platformToken: string): Part =>
  startPart({
    name: 'The demo shop',
    args: ['demo/server.ts'],
    output: 'ignore',
    env: {
      PATH: process.env['PATH'],
      CHECKOUT_BASE_URL: config.baseUrl,
      CHECKOUT_URL: config.checkoutUrl,
      PAYMENT_FRAME_ORIGIN: new URL(config.paymentFrameUrl).origin,
      PLATFORM_TOKEN: platformToken,
      DEMO_PORT: String(demoPort),
      DEMO_DATA_DIR: config.dataDir,
    },
  })

export const readPlatformToken = async ({ config: { dataDir, givenSecrets } }: Settings) =>
  givenSecrets.platformTokens?.[0] ??
  (await readFile(join(resolve(dataDir), 'platform-token'), 'utf8')).trim()

/** Waits until `url` answers with success. Rejects when the part ends first. */
export async function untilAnswers(url: string, part: Part) {
  const deadline = performance.now() + READY_MS
  const ended = part.ended.then((sentence) => {
    throw new LaunchError(`${sentence} before it was ready.`)
  })
  while (!(await Promise.race([isAnswering(url), ended]))) {
    if (performance.now() > deadline)
      throw new LaunchError(`${part.name} did not answer at ${url} within ${READY_MS / 1000} s.`)
    await Promise.race([wait(POLL_MS), ended])
  }
  ended.catch(() => {})
}

const isAnswering = (url: string) =>
  fetch(url, { signal: AbortSignal.timeout(5000) }).then(
    ({ ok }) => ok,
    () => false,
  )

export async function stopPart({ child, ended }: Part) {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  const impatience = setTimeout(() => child.kill('SIGKILL'), STOPPING_MS)
  await ended
  clearTimeout(impatience)
}

/** Resolves with the first signal to stop. */
export const untilSignal = () =>
  new Promise<NodeJS.Signals>((done) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => done(signal))
  })
