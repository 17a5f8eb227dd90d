import { type DestinationStream, type Logger, pino, stdSerializers, stdTimeFunctions } from 'pino'
import pretty from 'pino-pretty'
import { toTerminalJson } from './terminal-text.ts'
import { currentTrace } from '../tracing/spans.ts'

/** JSON lines on stdout; readable text when stdout is a terminal. `destination`: for tests. */
export function createLog({
  level,
  isTraced = false,
  destination,
}: {
  level: string
  /** Whether lines name the trace in which they were written. (Default: false.) */
  isTraced?: boolean
  destination?: DestinationStream
}): Logger {
  const isShown = destination === undefined && process.stdout.isTTY
  const target = isShown
    ? pretty({ ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' })
    : destination
  return pino(
    {
      level,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (name) => ({ level: name }) },
      serializers: { error: serializeError },
      ...(isTraced && { mixin: currentTrace }),
      ...(isShown && { hooks: { streamWrite: toTerminalJson } }),
    },
    target ?? openBlocks(),
  )
}

/** One write per line would take a tenth of a busy process's time. */
const BLOCK_BYTES = 8192
const LATEST_MS = 200

/** Writes lines in blocks, the last one after at most 200 ms or when the process ends. */
function openBlocks() {
  const blocks = pino.destination({ sync: false, minLength: BLOCK_BYTES })
  setInterval(() => blocks.flush(), LATEST_MS).unref()
  return blocks
}

/** PostgreSQL's `detail` and `where` quote values of rows, and so buyers' data: they stay out. */
function serializeError(error: unknown) {
  if (!(error instanceof Error)) return { message: 'a value that is no error was thrown' }
  const { type, message, stack } = stdSerializers.err(error)
  return { type, message, stack, ...('code' in error && { code: error.code }) }
}
