import { createInterface } from 'node:readline'
import { inject } from 'vitest'
import { killProgram, startProgram, untilReady } from '../../scripts/programs/program.ts'
import { findFreePort } from './free-port.ts'

export type RedisServer = { url: string; port: number; stop: () => Promise<void> }

const DATABASES = 256
const START_PATIENCE_MS = 30_000

/** The run's shared Redis: a file that counts keys takes a database of its own, 0 to 255. */
export const testRedisUrl = (database = 0) => `${inject('redisUrl')}/${database}`

/**
 * Starts a real Redis without persistence, on `port` or a free one. For a test in which Redis goes
 * away and comes back: `stop()`, then `startRedis(port)`.
 */
export async function startRedis(port?: number): Promise<RedisServer> {
  const chosen = port ?? (await findFreePort())
  const settings = [
    '--port',
    `${chosen}`,
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
    '--databases',
    `${DATABASES}`,
  ]
  const server = startProgram('redis-server', settings, { stdio: ['ignore', 'pipe', 'inherit'] })
  const { stdout } = server.process
  if (!stdout) throw new Error('redis-server has no output')
  await untilReady(server, {
    name: 'redis-server',
    patienceMs: START_PATIENCE_MS,
    ready: () => untilAccepting(stdout),
  })
  stdout.resume()
  const stop = async () => {
    await killProgram(server)
  }
  return { url: `redis://127.0.0.1:${chosen}`, port: chosen, stop }
}

async function untilAccepting(output: NodeJS.ReadableStream) {
  for await (const line of createInterface({ input: output }))
    if (line.includes('Ready to accept connections')) return
}
