import type { Logger } from 'pino'
import { shortSessionId } from '../checkout/sessions/session.ts'
import { type EventWith, LOG_EVENTS } from './log-events.ts'
import type { Metrics } from './metrics.ts'

/** Writes an event with its fields as a line of the log. */
export const writer =
  (log: Logger) =>
  <Fields extends object>(name: EventWith<Fields>, fields: Fields) => {
    const { sessionId, ...others }: { sessionId?: string } = fields
    log[LOG_EVENTS[name].level](
      sessionId === undefined ? others : { session: shortSessionId(sessionId), ...others },
      name as string,
    )
  }

/** Makes the function that counts an event and writes its line. */
export const loggedBy =
  (write: ReturnType<typeof writer>) =>
  <Fields extends object>(name: EventWith<Fields>, count: (fields: Fields) => void = () => {}) =>
  (fields: Fields) => {
    count(fields)
    write<Fields>(name, fields)
  }

export type EventSinks = {
  metrics: Metrics
  write: ReturnType<typeof writer>
  logged: ReturnType<typeof loggedBy>
}
