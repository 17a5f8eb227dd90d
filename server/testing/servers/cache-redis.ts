import { createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { Server } from 'node:net'
import { vi } from 'vitest'
import type { Mock } from 'vitest'
import type { CacheEvents } from '../../cache/redis/redis-connection.ts'
import type { RedisCacheOptions } from '../../cache/redis/redis-cache.ts'
import { AMPLE_RATE } from '../cache-contract.ts'

const listenOnFreePort = async (server: Server) => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port is free.')
  return address.port
}

/** A proxy before Redis that holds back answers until a given command was sent. */
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

/** A generous `timeoutMs`, so that a slow machine does not look like an outage. */
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
