import { createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import type { Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createClient } from 'redis'
import { vi } from 'vitest'
import type { Mock } from 'vitest'
import {
  type Program,
  killProgram,
  send,
  startProgram,
  untilReady,
} from '../../scripts/programs/program.ts'
import type { CacheEvents } from '../cache/redis/redis-connection.ts'
import type { RedisCacheOptions } from '../cache/redis/redis-cache.ts'
import { AMPLE_RATE } from './cache-contract.ts'
import { findFreePort } from './free-port.ts'

const listenOnFreePort = async (server: Server) => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port is free.')
  return address.port
}

const openObserver = (port: number) =>
  createClient({ socket: { host: '127.0.0.1', port, reconnectStrategy: false } }).on(
    'error',
    () => undefined,
  )

/** node-redis: looks at what our client did from outside. */
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

/** A redis-server that a test may start, freeze and kill; nothing of it survives but its port. */
export const createRedisServer = async (args: string[] = []) => {
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
    url: `redis://127.0.0.1:${port}`,
    async start() {
      const settings = [
        '--port',
        String(port),
        '--bind',
        '127.0.0.1',
        '--save',
        '',
        '--dir',
        folder,
      ]
      server = startProgram('redis-server', [...settings, ...args], { stdio: 'ignore' })
      await untilReady(server, {
        name: 'redis-server',
        patienceMs: 30_000,
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

/** Stands before Redis and can keep its answers back until a command has been sent. */
export const createProxy = async (port: number) => {
  let awaited: string | undefined
  const server = createServer((client) => {
    const redis = connect(port, '127.0.0.1')
    const held: Buffer[] = []
    redis.on('data', (answer) => {
      if (awaited === undefined) client.write(answer)
      else held.push(answer)
    })
    client.on('data', (command) => {
      redis.write(command)
      if (awaited === undefined || !command.includes(awaited)) return
      awaited = undefined
      for (const answer of held.splice(0)) client.write(answer)
    })
    client.on('error', () => undefined).on('close', () => redis.destroy())
    redis.on('error', () => undefined).on('close', () => client.destroy())
  })
  return {
    url: `redis://127.0.0.1:${await listenOnFreePort(server)}`,
    holdAnswersUntil(command: string) {
      awaited = command
    },
    close: async () => {
      server.close()
    },
  }
}

const SEALING_KEY = randomBytes(32)

type EventSpies = { [Name in keyof CacheEvents]: Mock<CacheEvents[Name]> }

type ObservedOptions = RedisCacheOptions & { events: EventSpies }

/** `timeoutMs` is generous where a slow test machine must not look like an outage. */
export const redisCacheOptions = (
  url: string,
  options: Partial<RedisCacheOptions> = {},
): ObservedOptions => ({
  url,
  rateLimit: AMPLE_RATE,
  sealingKeys: (history) => [createHmac('sha256', SEALING_KEY).update(history).digest()],
  history: () => 'the only one',
  timeoutMs: 60_000,
  ...options,
  events: { cacheUnavailable: vi.fn(), cacheAvailable: vi.fn(), cacheContentUnreadable: vi.fn() },
})
