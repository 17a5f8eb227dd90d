import type { CheckoutView, TokenResponse } from '../../server/contract/buyer.ts'
import type { BuyerErrorEnvelope } from '../../server/contract/errors.ts'
import { receiptKeyOf } from './receipt-key.ts'

/**
 * A refusal by the server; `code` as in the catalogue of errors, `internal_error` where the body
 * was no envelope.
 */
export class RequestError extends Error {
  readonly status: number
  readonly code: string
  readonly left: number | undefined

  constructor(status: number, { code, message, left }: BuyerErrorEnvelope['error']) {
    super(message)
    this.status = status
    this.code = code
    this.left = left
  }
}

const JSON_TYPE = { 'content-type': 'application/json' }

/** @throws {RequestError} for every other answer */
export async function accepted(response: Response) {
  if (response.ok) return response
  const envelope: BuyerErrorEnvelope | undefined = await response.json().catch(() => undefined)
  throw new RequestError(
    response.status,
    envelope?.error ?? { code: 'internal_error', message: '' },
  )
}

export type CheckoutClient = ReturnType<typeof createClient>

/**
 * The buyer API of one session (contract §5). The token stays in here: never in storage, an address
 * or the page.
 */
export function createClient(sessionUrl: string, signal: AbortSignal) {
  let token: Promise<string> | undefined

  /** Text, which needs no preflight: the server does not read it. */
  async function issue(query = ''): Promise<TokenResponse> {
    const init = { method: 'POST', body: '{}', signal }
    return (await accepted(await fetch(`${sessionUrl}/token${query}`, init))).json()
  }

  async function issueToken(issued = issue()) {
    return `Bearer ${(await issued).token}`
  }

  /** One for all requests, until it is refused: the server's clock decides, not this one. */
  const bearer = () => (token = token?.catch(() => issueToken()) ?? issueToken())

  const send = async (path: string, init: RequestInit, more?: HeadersInit) => {
    const headers = {
      authorization: await bearer(),
      'receipt-key': receiptKeyOf(sessionUrl, path === 'pay'),
      ...(init.body && JSON_TYPE),
      ...more,
    }
    return fetch(`${sessionUrl}/${path}`, { ...init, headers })
  }

  /** The answer, whatever it is; a token that was refused is asked for anew. */
  async function request(path: string, init: RequestInit, more?: HeadersInit): Promise<Response> {
    const response = await send(path, init, more)
    if (response.status !== 401) return response
    token = undefined
    return send(path, init, more)
  }

  const view = async (): Promise<CheckoutView> =>
    (await accepted(await request('view', { signal }))).json()

  return {
    signal,
    sessionUrl,
    request,
    view,

    /** The first view, with the token; the full receipt needs its key, and so a request of its own. */
    async firstView(): Promise<CheckoutView> {
      if (receiptKeyOf(sessionUrl)) return view()
      const issued = issue('?view=1')
      token = issueToken(issued)
      // Whoever needs it next asks again.
      token.catch(() => undefined)
      return (await issued).view ?? view()
    },
  }
}
