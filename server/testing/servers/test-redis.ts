import { createInterface } from 'node:readline'
import { inject } from 'vitest'
import { killProgram, startProgram, untilReady } from '../../../scripts/programs/program.ts'
import { findFreePort } from './free-port.ts'

export type RedisServer = { url: string; port: number; stop: () => Promise<void> }

const DATABASES = 256
const START_PATIENCE_MS = 30_000

/** The shared Redis of the run. A file that counts keys takes its own database, 0 to 255. */
export const testRedisUrl = (database = 0) => `${inject('redisUrl')}/${database}`

/** A Redis without persistence. A test can stop it and start it again on its port. */
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
