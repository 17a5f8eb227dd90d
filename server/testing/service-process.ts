import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { vi } from 'vitest'
import { findFreePort } from './free-port.ts'
import { PLATFORM_TOKEN, clientOf } from './test-service.ts'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))

/**
 * The service as its operator starts it, on that database. A process that its test forgets ends
 * with the tests.
 */
export function startProcess(
  { databaseUrl }: { databaseUrl: string },
  env: Record<string, string>,
) {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      DATABASE_URL: databaseUrl,
      PLATFORM_TOKEN,
      TOKEN_SIGNING_KEY: 'signing key material of the tests',
      LOG_LEVEL: 'info',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => output.push(chunk.toString()))
  // Its output is whole with `close`, not with `exit`.
  const exited = once(child, 'close').then(([code, signal]) => {
    process.off('exit', end)
    return { code: code as number | null, signal: signal as string | null }
  })
  return { child, exited, output: () => output.join('') }
}

/** A running process, and how to speak to it. */
export async function aProcess(
  database: { databaseUrl: string },
  env: Record<string, string> = {},
) {
  const port = await findFreePort()
  const started = startProcess(database, { PORT: String(port), ...env })
  await vi.waitFor(
    () => {
      if (!started.output().includes('service.started'))
        throw new Error(`not started: ${started.output()}`)
    },
    { timeout: 30_000 },
  )
  const baseUrl = `http://localhost:${port}`
  const at = clientOf({
    baseUrl,
    checkoutUrl: `${baseUrl}/checkout`,
    paymentFrameUrl: `http://127.0.0.1:${port}/payment-frame`,
  })
  return { ...started, port, at }
}
