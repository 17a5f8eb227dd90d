import type { Response } from 'express'

/**
 * Between these the record is read again although nobody has signalled a change: signals may be
 * lost. It also keeps proxies awake.
 */
const HEARTBEAT_MS = 15_000

/** A stream ends when what let it begin could have; the page comes back with that anew. */
const MAX_AGE_MS = 600_000

type Stream = { end(): void }

type Readings<One extends Stream> = {
  /** Whether it may join these. (Default: always.) */
  admits?: (stream: One, streams: ReadonlySet<One>) => boolean
  /** Reads once what `key` stands for, and tells all of its streams. */
  refresh(key: string, streams: ReadonlySet<One>): Promise<void>
  /** Before each heartbeat's reading. (Default: nothing.) */
  beforeHeartbeat?: (streams: ReadonlySet<One>) => Promise<void>
  onFailure: (key: string, error: unknown) => void
}

export type EventStreams<One extends Stream> = {
  /**
   * Begins an event stream as the answer; resolves after the first reading, while the stream goes
   * on. What is not admitted is answered 204, at which an EventSource gives up: another stream
   * ended for it would come back and drive out the next.
   */
  open(key: string, response: Response, stream: One): Promise<void>
  /** Something about `key` may have changed. */
  refresh(key: string): void
  /** Ends all streams; their pages come back to another process. */
  close(): void
}

/** The streams that are open, by what they show; each kind has one heartbeat. */
function createOpen<One extends Stream>(beat: (key: string, streams: ReadonlySet<One>) => void) {
  const open = new Map<string, { streams: Set<One>; heartbeat: NodeJS.Timeout }>()
  return {
    of: (key: string): ReadonlySet<One> | undefined => open.get(key)?.streams,
    all: () => [...open.values()].flatMap(({ streams }) => [...streams]),
    join(key: string, stream: One): ReadonlySet<One> {
      const found = open.get(key)
      if (found) return found.streams.add(stream)
      const streams = new Set([stream])
      open.set(key, { streams, heartbeat: setInterval(() => beat(key, streams), HEARTBEAT_MS) })
      return streams
    },
    leave(key: string, stream: One) {
      const found = open.get(key)
      if (!found?.streams.delete(stream) || found.streams.size > 0) return
      clearInterval(found.heartbeat)
      open.delete(key)
    },
  }
}

/**
 * Event streams of this process: one reading of the record serves all pages that look at the same.
 */
export function createEventStreams<One extends Stream>({
  admits,
  refresh,
  beforeHeartbeat,
  onFailure,
}: Readings<One>): EventStreams<One> {
  const orReport = (key: string, work: Promise<void>) => {
    work.catch((error: unknown) => onFailure(key, error))
  }

  async function beat(key: string, streams: ReadonlySet<One>) {
    await beforeHeartbeat?.(streams)
    await refresh(key, streams)
  }

  const open = createOpen<One>((key, streams) => orReport(key, beat(key, streams)))

  return {
    async open(key, response, stream) {
      // Whoever left while they were let in does not close again.
      if (response.destroyed) return
      if (admits?.(stream, open.of(key) ?? new Set()) === false)
        return void response.status(204).end()
      response.set({
        'Content-Type': 'text/event-stream; charset=utf-8',
        'X-Accel-Buffering': 'no',
      })
      // Nothing more would come of it.
      if (response.req.method === 'HEAD') return void response.end()
      const streams = open.join(key, stream)
      const ageLimit = setTimeout(stream.end, MAX_AGE_MS)
      response.on('close', () => {
        clearTimeout(ageLimit)
        open.leave(key, stream)
      })
      await refresh(key, streams)
    },
    refresh(key) {
      const streams = open.of(key)
      if (streams) orReport(key, refresh(key, streams))
    },
    close() {
      for (const stream of open.all()) stream.end()
    },
  }
}
