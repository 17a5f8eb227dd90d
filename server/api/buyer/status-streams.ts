import type { Response } from 'express'
import type { CheckoutDeps } from '../../checkout/checkout-deps.ts'
import { type CheckoutSession, isTerminal } from '../../checkout/session.ts'
import { viewStatus } from '../../checkout/view-checkout.ts'
import { createEventStreams } from '../../web/event-streams.ts'

export type StatusStreams = {
  /**
   * Sends the session's status at once and whenever it changes, until it is final, the page is
   * gone, or the stream is old.
   */
  open(sessionId: string, response: Response): Promise<void>
  /** Ends all streams; their pages come back to another process. */
  close(): void
}

/**
 * The status streams of this process: one read of the record serves all pages that show the same
 * session.
 */
export function createStatusStreams({
  db,
  cache,
  events,
}: {
  db: Pick<CheckoutDeps['db'], 'findSession'>
  cache: Pick<CheckoutDeps['cache'], 'signals'>
  events: Pick<CheckoutDeps['events'], 'statusReadFailed'>
}): StatusStreams {
  const streams = createEventStreams<ReturnType<typeof createStream>>({
    async refresh(sessionId, open) {
      const session = await db.findSession(sessionId)
      if (session) for (const stream of open) stream.send(session)
    },
    onFailure: (sessionId, error) => events.statusReadFailed({ sessionId, error }),
  })
  const unsubscribe = cache.signals.subscribe((signal) => {
    if (signal.type === 'sessions_changed') signal.sessionIds.forEach(streams.refresh)
  })
  return {
    open: (sessionId, response) => streams.open(sessionId, response, createStream(response)),
    close() {
      unsubscribe()
      streams.close()
    },
  }
}

/** One page's stream. Nothing is sent twice, and nothing older than what was sent. */
function createStream(response: Response) {
  let version = 0
  return {
    send(session: CheckoutSession) {
      if (response.writableEnded) return
      if (session.version <= version) {
        response.write(': still here\n\n')
        return
      }
      version = session.version
      response.write(`event: status\ndata: ${JSON.stringify(viewStatus(session))}\n\n`)
      if (isTerminal(session)) response.end()
    },
    end: () => {
      response.end()
    },
  }
}
