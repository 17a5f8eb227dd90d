import type { StatusEvent } from '../contract/buyer.ts'

type LiveEvent = { type: string; id: string; data: unknown }

export type EventStream<Event> = {
  status: number
  headers: Headers
  /** The events so far. */
  events: Event[]
  /** Resolves when the service ends the stream. */
  ended: Promise<void>
  close(): void
}

export type LiveStream = EventStream<LiveEvent>

/** Reads server-sent events as a browser does. */
export const openLiveStream = (url: string, headers: Record<string, string>): Promise<LiveStream> =>
  openStream(url, { accept: 'text/event-stream', ...headers }, (block) => {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? ''
    return { type: field('event'), id: field('id'), data: JSON.parse(field('data')) }
  })

/** Reads a status stream as the checkout element does: from the body of a fetch. */
export const openEventStream = (
  url: string,
  headers: Record<string, string>,
): Promise<EventStream<StatusEvent>> =>
  openStream(url, headers, (block) => {
    const data = /^event: status\ndata: (.*)$/.exec(block)?.[1]
    return data === undefined ? undefined : JSON.parse(data)
  })

async function openStream<Event>(
  url: string,
  headers: Record<string, string>,
  toEvent: (block: string) => Event | undefined,
): Promise<EventStream<Event>> {
  const abort = new AbortController()
  const response = await fetch(url, { headers, signal: abort.signal, redirect: 'manual' })
  const events: Event[] = []
  const read = async () => {
    let text = ''
    try {
      for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        const blocks = `${text}${chunk}`.split('\n\n')
        text = blocks.pop() ?? ''
        events.push(...blocks.map(toEvent).filter((event) => event !== undefined))
      }
    } catch (error) {
      if (!abort.signal.aborted) throw error
    }
  }
  return {
    status: response.status,
    headers: response.headers,
    events,
    ended: read(),
    close: () => abort.abort(),
  }
}
