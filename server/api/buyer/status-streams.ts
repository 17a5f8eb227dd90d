import type { Response } from 'express'
import type { CheckoutDeps } from '../../checkout/checkout-deps.ts'
import { type CheckoutSession, isTerminal } from '../../checkout/sessions/session.ts'
import { viewStatus } from '../../checkout/sessions/view-checkout.ts'
import { createEventStreams } from '../../web/answers/event-streams.ts'
import { createShortageWatch } from './shortage-watch.ts'

export type StatusStreams = ReturnType<typeof createStatusStreams>

/** The status streams of this process. One read of the record serves all pages of a session. */
export function createStatusStreams({
  db,
  cache,
  events,
}: {
  db: Pick<CheckoutDeps['db'], 'findSession' | 'findShortages'>
  cache: Pick<CheckoutDeps['cache'], 'signals'>
  events: Pick<CheckoutDeps['events'], 'statusReadFailed'>
}) {
  const onFailure = (sessionId: string, error: unknown) =>
    events.statusReadFailed({ sessionId, error })
  const shortages = createShortageWatch<StatusStream>({ read: db.findShortages, onFailure })
  const streams = createEventStreams<StatusStream>({
    async refresh(sessionId, open) {
      const session = await db.findSession(sessionId)
      if (!session) return
      for (const stream of open) stream.send(session)
      if (isTerminal(session)) return
      const { variantId } = session.quote
      for (const stream of open) shortages.join(variantId, stream)
      // Also at each heartbeat, because a merchant who counts the stock sends no signal.
      shortages.ask(open)
    },
    onFailure,
  })
  const unsubscribe = cache.signals.subscribe((signal) => {
    if (signal.type === 'sessions_changed') signal.sessionIds.forEach(streams.refresh)
    if (signal.type === 'availability_changed') shortages.askOf(signal.variantIds)
  })
  return {
    /**
     * Sends the status now and at every change, until it is final or the stream is too old, and
     * with it how much is left, if that is too little.
     */
    open(sessionId: string, response: Response) {
      const stream = createStream(sessionId, response)
      response.on('close', () => shortages.leave(stream))
      return streams.open(sessionId, response, stream)
    },
    /** Ends all streams. Their pages connect to another process. */
    close() {
      unsubscribe()
      streams.close()
    },
  }
}

type StatusStream = ReturnType<typeof createStream>

/**
 * The stream of one page. It sends nothing twice and nothing older than it sent before, and nothing
 * before it is known how much is left: a page that connects again would take that for enough.
 */
function createStream(sessionId: string, response: Response) {
  let shown: CheckoutSession | undefined
  let left: number | undefined
  let isLeftKnown = false

  const write = (session: CheckoutSession) =>
    response.write(`event: status\ndata: ${JSON.stringify(viewStatus(session, left))}\n\n`)

  return {
    sessionId,
    send(session: CheckoutSession) {
      if (response.writableEnded) return
      if (shown && session.version <= shown.version) {
        response.write(': still here\n\n')
        return
      }
      shown = session
      if (isLeftKnown || isTerminal(session)) write(session)
      if (isTerminal(session)) response.end()
    },
    /** Undefined: enough is left. */
    sendLeft(now: number | undefined) {
      const isNews = !isLeftKnown || (now !== left && shown?.state === 'open')
      left = now
      isLeftKnown = true
      if (isNews && shown && !response.writableEnded) write(shown)
    },
    end: () => {
      response.end()
    },
  }
}
