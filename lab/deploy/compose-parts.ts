import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Program, stopProgram, untilReady } from '../../scripts/programs/program.ts'
import { findFreePort } from '../../server/testing/servers/free-port.ts'
import { PROJECT } from '../servers/lab-service.ts'
import { exchange } from '../buyer/exchange.ts'
import { startCaddy } from './caddy.ts'
import { readComposeFile, readSettings, secretsOf, wordsOf } from './compose-file.ts'
import { startPostgres, startRedis } from './databases.ts'
import { run } from './run.ts'

/** Runs a command of the service's image, with the files of its secrets by their names. */
export type Start = (
  command: string[],
  env: Record<string, string>,
  secrets?: Record<string, string>,
) => Program

const POLL_MS = 25

const FILES = ['.env.example', 'deploy']

/** The folder of an operator, with an `.env` for free ports of this machine. */
async function writeSettings(folder: string) {
  const home = join(folder, 'clone')
  await mkdir(home)
  for (const file of FILES) await cp(join(PROJECT, file), join(home, file), { recursive: true })
  await run('sh', ['deploy/make-env.sh'], { cwd: home })
  const file = join(home, '.env')
  const port = await findFreePort()
  const written = await readFile(file, 'utf8')
  await writeFile(file, written.replaceAll(/(?<=_HOST=.*)$/gm, `:${port}`))
  return { home, port, settings: readSettings(await readFile(file, 'utf8')) }
}

/** Prints how long it takes until something is sold, from the first command on. */
export async function sellFromNothing(folder: string, start: Start) {
  const startedAt = performance.now()
  const written = await writeSettings(folder)
  const parts = await startParts({ folder, start, ...written })
  const sold = await sellOne(written.home, parts.certificate)
  const seconds = (performance.now() - startedAt) / 1000
  console.log(`figure: ${seconds.toFixed(0)} s from no settings to a paid order`)
  return { ...written, parts, sold }
}

type Setup = { folder: string; start: Start } & Awaited<ReturnType<typeof writeSettings>>

/** The parts of `compose.yaml` as processes with its settings, in its order. */
async function startParts({ folder, home, port, settings, start }: Setup) {
  const opened = new AsyncDisposableStack()
  const file = readComposeFile(settings)
  const { services } = file
  const postgres = await startPostgres(folder, secretsOf(file, 'postgres', home))
  opened.defer(postgres.stop)
  const redis = await startRedis(services['redis']?.command, secretsOf(file, 'redis', home))
  opened.defer(redis.stop)

  // Containers have names; processes have ports.
  for (const name of ['owner-database-url', 'database-url', 'redis-url']) {
    const path = join(home, 'secrets', name)
    const url = (await readFile(path, 'utf8'))
      .replace('@postgres/', `@127.0.0.1:${postgres.port}/`)
      .replace('@redis', `@127.0.0.1:${redis.port}`)
    await writeFile(path, url)
  }
  const settingsOf = (name: string) =>
    Object.fromEntries(
      Object.entries(services[name]?.environment ?? {}).map(([key, value]) => [
        key,
        String(value ?? ''),
      ]),
    )
  const startService = (name: string, env: Record<string, string> = {}) =>
    start(
      wordsOf(services[name]?.command),
      { ...settingsOf(name), ...env },
      secretsOf(file, name, home),
    )

  const migration = startService('migrate')
  const migrated = saidBy(migration)
  await migration.ended
  if (!migrated().includes('The schema is up to date')) throw new Error(migrated())

  const processes: Record<string, { port: number; program: Program }> = {}
  for (const name of ['service-1', 'service-2']) {
    const own = await findFreePort()
    const program = startService(name, { PORT: String(own) })
    opened.defer(async () => void (await stopProgram(program)))
    processes[name] = { port: own, program }
  }
  await Promise.all(Object.entries(processes).map(([name, each]) => untilServing(name, each)))
  const upstreams = services['caddy']?.environment?.['UPSTREAMS'] ?? ''
  const caddy = await startCaddy(folder, {
    port,
    env: {
      ...services['caddy']?.environment,
      UPSTREAMS: upstreams.replaceAll(
        /(\S+):4242/g,
        (_, name: string) => `127.0.0.1:${processes[name]?.port}`,
      ),
    },
  })
  opened.defer(caddy.stop)
  return { processes, ...caddy, stop: () => opened.disposeAsync() }
}

/** All that a program has printed so far. */
function saidBy({ process: { stdout, stderr } }: Program) {
  let said = ''
  for (const stream of [stdout, stderr])
    stream?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return () => said
}

async function untilServing(name: string, { port, program }: { port: number; program: Program }) {
  const log = saidBy(program)
  await untilReady(program, {
    name,
    patienceMs: 120_000,
    ready: async (isOver) => {
      const ask = () => exchange({ port, method: 'GET', path: '/readyz', deadlineMs: 5_000 })
      while (!isOver.aborted && (await ask()).status !== 200) await wait(POLL_MS)
    },
  }).catch((cause: unknown) => {
    throw new Error(log(), { cause })
  })
}

/** Buys something through the three host names, as the install page says. */
export const sellOne = (home: string, certificate: string) =>
  run('sh', ['deploy/test-order.sh'], {
    cwd: home,
    env: { PATH: process.env['PATH'], CURL_CA_BUNDLE: certificate },
  })
