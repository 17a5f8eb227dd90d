import type { PayRequest, PayResponse, StatusEvent } from '../../server/contract/buyer.ts'
import { accepted, type RequestError, type CheckoutClient } from './checkout-client.ts'
import type * as workAnswer from './work-answer.ts'

const RETRY_MS = { first: 1_000, most: 30_000 }

async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<StatusEvent> {
  const reader = body
    .pipeThrough<string>(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    text += value.replaceAll('\r', '')
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const data = /^data: ?(.*)$/m.exec(block)?.[1]
      if (data && /^event: ?status$/m.test(block)) yield JSON.parse(data)
    }
  }
}

/**
 * Over HTTP/1.1 a browser has six connections to a host, and Pay needs one. Of many elements in a
 * page only the first ones listen; the others ask when they have to.
 */
const MOST_STREAMS = 2
let streams = 0

/** Listens to the state of the session until the client is stopped. */
export async function listen(
  { request, signal }: CheckoutClient,
  onStatus: (event: StatusEvent) => void,
) {
  for (let waitMs = RETRY_MS.first; !signal.aborted; waitMs = Math.min(waitMs * 2, RETRY_MS.most)) {
    if (streams < MOST_STREAMS) {
      streams += 1
      try {
        const { body } = await accepted(await request('events', { signal }))
        if (body)
          for await (const event of eventsOf(body)) {
            waitMs = RETRY_MS.first
            onStatus(event)
          }
      } catch (error) {
        // Another copy of the script may have made the error, so only its fields are certain.
        if ((error as Partial<RequestError>).status === 404) return
      } finally {
        streams -= 1
      }
    }
    await new Promise((resolve) => setTimeout(resolve, waitMs))
  }
}

/**
 * Sends the order without the client's signal: an element that leaves the page must not stop a
 * payment. `order` makes it anew for each try.
 */
export async function sendOrder(
  { request, sessionUrl }: CheckoutClient,
  order: () => PayRequest,
): Promise<PayResponse> {
  const send = (more?: Record<string, string>) =>
    request('pay', { method: 'POST', body: JSON.stringify(order()) }, more)
  const response = await send()
  const work = response.headers.get('work-challenge')
  if (!work) return (await accepted(response)).json()
  // Loaded only when it is needed, which is rare.
  const { answerTo }: typeof workAnswer = await import(
    /* @vite-ignore */ `${sessionUrl}/../hosted-checkout-work.js`
  )
  return (await accepted(await send({ 'work-answer': await answerTo(work) }))).json()
}
