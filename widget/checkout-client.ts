import type {
  CheckoutView,
  PayRequest,
  PayResponse,
  StatusEvent,
  TokenResponse,
} from '../server/contract/buyer.ts'
import type { ErrorEnvelope } from '../server/contract/errors.ts'
import { receiptKeyOf } from './receipt-key.ts'
import type * as workAnswer from './work-answer.ts'

/**
 * A refusal by the server; `code` as in the catalogue of errors, `internal_error` where the body
 * was no envelope.
 */
export class RequestError extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, { code, message }: ErrorEnvelope['error']) {
    super(message)
    this.status = status
    this.code = code
  }
}

const JSON_TYPE = { 'content-type': 'application/json' }
const RETRY_MS = { first: 1_000, most: 30_000 }

async function accepted(response: Response) {
  if (response.ok) return response
  const envelope: ErrorEnvelope | undefined = await response.json().catch(() => undefined)
  throw new RequestError(
    response.status,
    envelope?.error ?? { code: 'internal_error', message: '' },
  )
}

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

export type CheckoutClient = ReturnType<typeof createClient>

/**
 * The buyer API of one session (contract §5). The token stays in here: never in storage, an address
 * or the page.
 */
export function createClient(sessionUrl: string, signal: AbortSignal) {
  let token: Promise<string> | undefined

  async function issueToken() {
    const init = { method: 'POST', body: '{}', headers: JSON_TYPE, signal }
    const response = await accepted(await fetch(`${sessionUrl}/token`, init))
    const issued: TokenResponse = await response.json()
    return `Bearer ${issued.token}`
  }

  /** One for all requests, until it is refused: the server's clock decides, not this one. */
  const bearer = () => (token = token?.catch(issueToken) ?? issueToken())

  const send = async (path: string, init: RequestInit, more?: HeadersInit) => {
    const headers = {
      authorization: await bearer(),
      'receipt-key': receiptKeyOf(sessionUrl, path === 'pay'),
      ...(init.body && JSON_TYPE),
      ...more,
    }
    return fetch(`${sessionUrl}/${path}`, { ...init, headers })
  }

  async function request(path: string, init: RequestInit): Promise<Response> {
    let response = await send(path, init)
    if (response.status === 401) {
      token = undefined
      response = await send(path, init)
    }
    const work = response.headers.get('work-challenge')
    if (work) {
      // Most buyers never need it.
      const { answerTo }: typeof workAnswer = await import(
        /* @vite-ignore */ `${sessionUrl}/../hosted-checkout-work.js`
      )
      response = await send(path, init, { 'work-answer': await answerTo(work) })
    }
    return accepted(response)
  }

  async function listen(onStatus: (event: StatusEvent) => void) {
    for (
      let waitMs = RETRY_MS.first;
      !signal.aborted;
      waitMs = Math.min(waitMs * 2, RETRY_MS.most)
    ) {
      try {
        const { body } = await request('events', { signal })
        for await (const event of eventsOf(body!)) {
          waitMs = RETRY_MS.first
          onStatus(event)
        }
      } catch (error) {
        if (error instanceof RequestError && error.status === 404) return
      }
      await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
  }

  return {
    view: async (): Promise<CheckoutView> => (await request('view', { signal })).json(),
    /** Without the signal: an element that leaves the page must not take a payment with it. */
    pay: async (order: PayRequest): Promise<PayResponse> =>
      (await request('pay', { method: 'POST', body: JSON.stringify(order) })).json(),
    listen,
  }
}
