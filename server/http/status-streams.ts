import type { Response } from 'express'
import type { CheckoutDeps } from '../checkout/ports.ts'
import { type CheckoutSession, isTerminal } from '../checkout/session.ts'
import { viewStatus } from '../checkout/view-checkout.ts'

/** Between these the session is read again although nobody has signalled a change: signals may be lost. It also keeps proxies awake. */
const HEARTBEAT_MS = 15_000

/** A stream ends when its token could have; the page comes back with a new one. */
const MAX_AGE_MS = 600_000

export type StatusStreams = {
  /** Sends the session's status at once and whenever it changes, until it is final, the page is gone, or the stream is old. */
  open(sessionId: string, response: Response): Promise<void>
  /** Ends all streams; their pages come back to another process. */
  close(): void
}

type Stream = { send(session: CheckoutSession): void; end(): void }

/** The status streams of this process: one read of the record serves all pages that show the same session. */
export function createStatusStreams({ db, cache, events }: {
  db: Pick<CheckoutDeps['db'], 'findSession'>
  cache: Pick<CheckoutDeps['cache'], 'signals'>
  events: Pick<CheckoutDeps['events'], 'statusReadFailed'>
}): StatusStreams {
  const open = new Map<string, Set<Stream>>()

  async function refresh(sessionId: string) {
    const session = await db.findSession(sessionId)
    if (session) for (const stream of open.get(sessionId) ?? []) stream.send(session)
  }
  const refreshOrReport = (sessionId: string) => {
    refresh(sessionId).catch((error: unknown) => events.statusReadFailed({ sessionId, error }))
  }
  const unsubscribe = cache.signals.subscribe((signal) => {
    if (signal.type === 'session_changed' && open.has(signal.sessionId)) refreshOrReport(signal.sessionId)
  })

  function add(sessionId: string, stream: Stream) {
    const streams = open.get(sessionId) ?? new Set()
    open.set(sessionId, streams.add(stream))
  }
  function remove(sessionId: string, stream: Stream) {
    const streams = open.get(sessionId)
    if (streams?.delete(stream) && streams.size === 0) open.delete(sessionId)
  }

  return {
    async open(sessionId, response) {
      const stream = createStream(response)
      add(sessionId, stream)
      const heartbeat = setInterval(() => refreshOrReport(sessionId), HEARTBEAT_MS)
      const ageLimit = setTimeout(stream.end, MAX_AGE_MS)
      response.on('close', () => {
        clearInterval(heartbeat)
        clearTimeout(ageLimit)
        remove(sessionId, stream)
      })
      await refresh(sessionId)
    },
    close() {
      unsubscribe()
      for (const stream of [...open.values()].flatMap((streams) => [...streams])) stream.end()
    },
  }
}

/** One page's stream. Nothing is sent twice, and nothing older than what was sent. */
function createStream(response: Response): Stream {
  response.set({ 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' })
  let version = 0
  return {
    send(session) {
      if (response.writableEnded) return
      if (session.version <= version) {
        response.write(': still here\n\n')
        return
      }
      version = session.version
      response.write(`event: status\ndata: ${JSON.stringify(viewStatus(session))}\n\n`)
      if (isTerminal(session)) response.end()
    },
    end: () => { response.end() },
  }
}
