import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that the system gives out itself. */
const FIRST_PORT = 11_000
const PORTS_EACH = 1_000

/** Each worker has ports of its own, so that no other file takes one that was just found free. */
const first = FIRST_PORT + PORTS_EACH * Number(process.env['VITEST_POOL_ID'] ?? 0)
let last = Math.floor(Math.random() * PORTS_EACH)

export async function findFreePort(): Promise<number> {
  last = (last + 1) % PORTS_EACH
  const port = first + last
  return (await isFree(port)) ? port : findFreePort()
}

async function isFree(port: number) {
  const probe = createServer().listen(port, '127.0.0.1')
  try {
    await once(probe, 'listening')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return false
    throw error
  }
  probe.close()
  await once(probe, 'close')
  return true
}
