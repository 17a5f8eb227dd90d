import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino'
import pretty from 'pino-pretty'

/** Log lines: JSON on stdout, readable when stdout is a terminal. `destination` is for tests. */
export function createLog({
  level,
  destination,
}: {
  level: string
  destination?: DestinationStream
}): Logger {
  const target =
    destination ??
    (process.stdout.isTTY
      ? pretty({ ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' })
      : undefined)
  return pino({ level, serializers: { error: serializeError } }, target ?? openBlocks())
}

/** A write for each line would take a tenth of what a busy process does. */
const BLOCK_BYTES = 8192
const LATEST_MS = 200

/** Writes lines in blocks, the last one at the latest after 200 ms or when the process ends. */
function openBlocks() {
  const blocks = pino.destination({ sync: false, minLength: BLOCK_BYTES })
  setInterval(() => blocks.flush(), LATEST_MS).unref()
  return blocks
}

/**
 * An error as a log may hold it: PostgreSQL's `detail` and `where` quote values of rows, hence
 * buyers' data, and stay out.
 */
function serializeError(error: unknown) {
  if (!(error instanceof Error)) return { message: 'a value that is no error was thrown' }
  const { type, message, stack } = stdSerializers.err(error)
  return { type, message, stack, ...('code' in error && { code: error.code }) }
}
