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
  return pino(
    { level, serializers: { error: serializeError } },
    target ?? pino.destination({ sync: false }),
  )
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
