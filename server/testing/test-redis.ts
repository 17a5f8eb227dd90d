import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { inject } from 'vitest'
import { findFreePort } from './free-port.ts'

export type RedisServer = { url: string; port: number; stop: () => Promise<void> }

const DATABASES = 256

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
  const server = spawn('redis-server', settings, { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(server, 'exit')
  const end = () => server.kill('SIGKILL')
  process.once('exit', end)
  await Promise.race([
    untilReady(server.stdout),
    exited.then(([code]) => Promise.reject(new Error(`redis-server: exit ${code}`))),
  ])
  server.stdout.resume()
  const stop = async () => {
    process.off('exit', end)
    end()
    await exited
  }
  return { url: `redis://127.0.0.1:${chosen}`, port: chosen, stop }
}

async function untilReady(output: NodeJS.ReadableStream) {
  for await (const line of createInterface({ input: output }))
    if (line.includes('Ready to accept connections')) return
}
