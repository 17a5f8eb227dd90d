import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createClient } from 'redis'
import {
  type Program,
  killProgram,
  send,
  startProgram,
  untilReady,
} from '../../../scripts/programs/program.ts'
import { findFreePort } from './free-port.ts'

const START_PATIENCE_MS = 300_000

const openObserver = (port: number) =>
  createClient({ socket: { host: '127.0.0.1', port, reconnectStrategy: false } }).on(
    'error',
    () => undefined,
  )

/** node-redis shows from outside what our client did. */
export type Observer = ReturnType<typeof openObserver>

export const observe = async (port: number): Promise<Observer> => {
  const observer = openObserver(port)
  await observer.connect()
  return observer
}

const isObservable = (port: number) =>
  observe(port).then(
    (observer) => {
      observer.destroy()
      return true
    },
    () => false,
  )

const untilObservable = async (port: number, isOver: AbortSignal) => {
  while (!isOver.aborted && !(await isObservable(port))) await wait(20)
}

/**
 * A redis-server that a test may start, freeze and kill. Only its port and folder survive. A
 * sentinel reads `sentinel.conf` of its folder.
 */
export const createRedisServer = async (
  args: string[] = [],
  { isSentinel = false }: { isSentinel?: boolean } = {},
) => {
  const port = await findFreePort()
  const folder = await mkdtemp(join(tmpdir(), 'hc-redis-'))
  let server: Program | undefined

  const kill = async () => {
    if (server !== undefined) await killProgram(server)
    server = undefined
  }
  const signal = (name: NodeJS.Signals) => server !== undefined && send(server.pid, name)

  return {
    port,
    folder,
    url: `redis://127.0.0.1:${port}`,
    /** Of the process that runs now. */
    pid: () => server?.pid ?? 0,
    async start() {
      const settings = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder]
      const role = isSentinel ? ['--sentinel'] : ['--save', '']
      const file = isSentinel ? [join(folder, 'sentinel.conf')] : []
      server = startProgram('redis-server', [...file, ...settings, ...role, ...args], {
        stdio: 'ignore',
      })
      await untilReady(server, {
        name: 'redis-server',
        patienceMs: START_PATIENCE_MS,
        ready: (isOver) => untilObservable(port, isOver),
      })
    },
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    kill,
    async remove() {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export type RedisServer = Awaited<ReturnType<typeof createRedisServer>>

/** So many that each file of tests may have its own. */
const DATABASES = 256

/** The same, started. It keeps nothing on disk. */
export async function startRedis(args: string[] = []): Promise<RedisServer> {
  const server = await createRedisServer(['--databases', String(DATABASES), ...args])
  await server.start()
  return server
}

const POLL_MS = 100

/** Asks a server until its answer, as JSON, is as wanted. */
export async function untilSays(
  port: number,
  command: string[],
  isWanted: (answer: string) => boolean,
) {
  for (;;) {
    // A promotion closes connections, too.
    const answer = await observe(port)
      .then(async (observer) => {
        try {
          return JSON.stringify(await observer.sendCommand(command))
        } finally {
          observer.destroy()
        }
      })
      .catch(() => '')
    if (isWanted(answer)) return
    await wait(POLL_MS)
  }
}
