import { fileURLToPath } from 'node:url'
import { startProgram, untilReady } from '../../../scripts/programs/program.ts'
import { findFreePort } from './free-port.ts'
import { PLATFORM_TOKEN, WITHOUT_LIMITS, clientOf } from './test-service.ts'

const MAIN = fileURLToPath(new URL('../../process/main.ts', import.meta.url))
const START_PATIENCE_MS = 100_000

/** A start on a quiet machine with two cores, while four others start. */
const USUAL_START_MS = 3_000

/** `main`: the service of another version. (Default: this one's.) */
type Start = { databaseUrl: string; main?: string }

/** Starts the service as an operator does. It ends with the tests at the latest. */
export function startProcess({ databaseUrl, main = MAIN }: Start, env: Record<string, string>) {
  const program = startProgram(process.execPath, [main], {
    env: {
      DATABASE_URL: databaseUrl,
      PLATFORM_TOKEN,
      TOKEN_SIGNING_KEY: 'signing key material of the tests',
      LOG_LEVEL: 'info',
      ...WITHOUT_LIMITS,
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

/** When the log says that this happened. */
export function timeOf(event: string, output: string) {
  const line = output.split('\n').find((text) => text.includes(`"msg":"${event}"`))
  if (line === undefined) throw new Error(`${event} did not happen: ${output}`)
  return new Date((JSON.parse(line) as { time: string }).time)
}

/**
 * A running process. `slowness`: how much longer than usual its start took, at least 1; a busy
 * machine is that much slower.
 */
export async function aProcess(start: Start, env: Record<string, string> = {}) {
  const port = Number(env['PORT'] ?? (await findFreePort()))
  const spawnedAt = Date.now()
  const { program, said, ...started } = startProcess(start, { PORT: String(port), ...env })
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
