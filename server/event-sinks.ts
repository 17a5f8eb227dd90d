import type { Logger } from 'pino'
import { shortSessionId } from './checkout/session.ts'
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

/** Does the same when the event is told, after `count`. */
export const teller =
  (write: ReturnType<typeof writer>) =>
  <Fields extends object>(name: EventWith<Fields>, count: (fields: Fields) => void = () => {}) =>
  (fields: Fields) => {
    count(fields)
    write<Fields>(name, fields)
  }

export type Ways = {
  metrics: Metrics
  write: ReturnType<typeof writer>
  told: ReturnType<typeof teller>
}
