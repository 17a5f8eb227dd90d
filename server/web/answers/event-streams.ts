import type { Response } from 'express'

/**
 * How often the record is read without a signal, since a signal can get lost. It also keeps proxies
 * from closing the connection.
 */
const HEARTBEAT_MS = 15_000

/** What admitted a stream may have ended by then, so the page must connect again. */
const MAX_AGE_MS = 600_000

type Stream = { end(): void }

type Readings<One extends Stream> = {
  /** Whether the stream may join the others. (Default: always.) */
  admits?: (stream: One, streams: ReadonlySet<One>) => boolean
  /** Reads what `key` means once, and sends it to all its streams. */
  refresh(key: string, streams: ReadonlySet<One>): Promise<void>
  /** Runs before each heartbeat's reading. (Default: nothing.) */
  beforeHeartbeat?: (streams: ReadonlySet<One>) => Promise<void>
  onFailure: (key: string, error: unknown) => void
}

export type EventStreams<One extends Stream> = {
  /**
   * Starts an event stream as the answer, and resolves after the first reading. A stream that is
   * not admitted gets 204, at which an EventSource gives up. Ending another stream for it would not
   * help: that page would connect again and push out the next.
   */
  open(key: string, response: Response, stream: One): Promise<void>
  /** Reads `key` again, because it may have changed. */
  refresh(key: string): void
  /** Ends all streams. Their pages connect to another process. */
  close(): void
}

/** The open streams by key; each key has one heartbeat. */
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

/** The event streams of this process. One reading serves all pages with the same key. */
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
      // The client left meanwhile, so no `close` will follow.
      if (response.destroyed) return
      if (admits?.(stream, open.of(key) ?? new Set()) === false)
        return void response.status(204).end()
      response.set({
        'Content-Type': 'text/event-stream; charset=utf-8',
        'X-Accel-Buffering': 'no',
      })
      // A HEAD request gets the headers only.
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
