import { fileURLToPath } from 'node:url'
import { startProgram, untilReady } from '../../scripts/programs/program.ts'
import { findFreePort } from './free-port.ts'
import { PLATFORM_TOKEN, clientOf } from './test-service.ts'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))
const START_PATIENCE_MS = 100_000

/** A start on a quiet machine with two cores, beside four others. */
const USUAL_START_MS = 3_000

/**
 * The service as its operator starts it, on that database. A process that its test forgets ends
 * with the tests.
 */
export function startProcess(
  { databaseUrl }: { databaseUrl: string },
  env: Record<string, string>,
) {
  const program = startProgram(process.execPath, [MAIN], {
    env: {
      DATABASE_URL: databaseUrl,
      PLATFORM_TOKEN,
      TOKEN_SIGNING_KEY: 'signing key material of the tests',
      LOG_LEVEL: 'info',
      RATE_LIMIT_PER_SECOND: '10000',
      RATE_LIMIT_BURST: '10000',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const { process: child, ended: exited } = program
  const output: string[] = []
  const said = new EventTarget()
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output.push(chunk.toString())
      said.dispatchEvent(new Event('more'))
    })
  return { program, child, exited, said, output: () => output.join('') }
}

/** When the process itself says that this happened. */
export function timeOf(event: string, output: string) {
  const line = output.split('\n').find((text) => text.includes(`"msg":"${event}"`))
  if (line === undefined) throw new Error(`${event} did not happen: ${output}`)
  return new Date((JSON.parse(line) as { time: number }).time)
}

/**
 * A running process, and how to speak to it. `slowness`: how many times longer than usual its start
 * took, 1 or more; the machine is so much busier.
 */
export async function aProcess(
  database: { databaseUrl: string },
  env: Record<string, string> = {},
) {
  const port = await findFreePort()
  const spawnedAt = Date.now()
  const { program, said, ...started } = startProcess(database, { PORT: String(port), ...env })
  const { promise: ready, resolve: announce } = Promise.withResolvers<undefined>()
  said.addEventListener('more', () => {
    if (/"msg":"service\.started".*\n/.test(started.output())) announce(undefined)
  })
  await untilReady(program, {
    name: 'The service',
    patienceMs: START_PATIENCE_MS,
    ready: () => ready,
  }).catch((cause: unknown) => {
    throw new Error(`The service did not start: ${started.output()}`, { cause })
  })
  const startedAt = timeOf('service.started', started.output())
  const slowness = Math.max(1, (startedAt.getTime() - spawnedAt) / USUAL_START_MS)
  const baseUrl = `http://localhost:${port}`
  const at = clientOf({
    baseUrl,
    checkoutUrl: `${baseUrl}/checkout`,
    paymentFrameUrl: `http://127.0.0.1:${port}/payment-frame`,
  })
  return { ...started, port, at, startedAt, slowness }
}
