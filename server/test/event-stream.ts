import type { StatusEvent } from '../contract/buyer.ts'

export type EventStream = {
  status: number
  headers: Headers
  /** What has come so far. */
  events: StatusEvent[]
  /** Resolves when the service ends the stream. */
  ended: Promise<void>
  close(): void
}

/** Reads a status stream as the checkout element does: by a fetch that goes on. */
export async function openEventStream(url: string, headers: Record<string, string>): Promise<EventStream> {
  const abort = new AbortController()
  const response = await fetch(url, { headers, signal: abort.signal })
  const events: StatusEvent[] = []
  const read = async () => {
    let text = ''
    try {
      for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        const blocks = `${text}${chunk}`.split('\n\n')
        text = blocks.pop() ?? ''
        for (const block of blocks) {
          const data = /^event: status\ndata: (.*)$/.exec(block)?.[1]
          if (data !== undefined) events.push(JSON.parse(data))
        }
      }
    } catch (error) {
      if (!abort.signal.aborted) throw error
    }
  }
  return { status: response.status, headers: response.headers, events, ended: read(), close: () => abort.abort() }
}
