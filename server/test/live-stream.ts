type LiveEvent = { type: string; id: string; data: unknown }

export type LiveStream = {
  status: number
  headers: Headers
  /** What has come so far. */
  events: LiveEvent[]
  /** Resolves when the service ends the stream. */
  ended: Promise<void>
  close(): void
}

/** Reads a stream of server-sent events as a browser does. */
export async function openLiveStream(url: string, headers: Record<string, string>): Promise<LiveStream> {
  const abort = new AbortController()
  const response = await fetch(url, { headers: { accept: 'text/event-stream', ...headers }, signal: abort.signal, redirect: 'manual' })
  const events: LiveEvent[] = []
  const read = async () => {
    let text = ''
    try {
      for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        const blocks = `${text}${chunk}`.split('\n\n')
        text = blocks.pop() ?? ''
        events.push(...blocks.map(toEvent))
      }
    } catch (error) {
      if (!abort.signal.aborted) throw error
    }
  }
  return { status: response.status, headers: response.headers, events, ended: read(), close: () => abort.abort() }
}

function toEvent(block: string): LiveEvent {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? ''
  return { type: field('event'), id: field('id'), data: JSON.parse(field('data')) }
}
