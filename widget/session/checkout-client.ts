import type { CheckoutView, TokenResponse } from '../../server/contract/buyer.ts'
import type { BuyerErrorEnvelope } from '../../server/contract/errors.ts'
import { askAgainWhenRestored } from './ask-again.ts'
import { receiptKeyOf } from './receipt-key.ts'

/**
 * A refusal by the server. `code` is from the catalogue of errors, or `internal_error` where the
 * answer had no such code.
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

const ask = (address: string, init: RequestInit) => askAgainWhenRestored(() => fetch(address, init))

export type CheckoutClient = ReturnType<typeof createClient>

/**
 * The buyer API of one session (contract §5). The token never leaves it: it is not in the storage,
 * the address or the page. Answers are in the page's language, and until that is known in the
 * store's.
 */
export function createClient(sessionUrl: string, signal: AbortSignal, language = '') {
  let token: Promise<string> | undefined

  /** Sent as text, which needs no preflight. The server does not read it. */
  async function issue(query = ''): Promise<TokenResponse> {
    const init = { method: 'POST', body: '{}', signal }
    return (await accepted(await ask(`${sessionUrl}/token${query}`, init))).json()
  }

  async function issueToken(issued = issue()) {
    return `Bearer ${(await issued).token}`
  }

  /** All requests share a token until the server, by its clock, refuses it. */
  const bearer = () => (token = token?.catch(() => issueToken()) ?? issueToken())

  const send = async (path: string, init: RequestInit, more?: HeadersInit) => {
    const headers = {
      authorization: await bearer(),
      'receipt-key': receiptKeyOf(sessionUrl, path === 'pay'),
      'accept-language': client.language,
      ...(init.body && JSON_TYPE),
      ...more,
    }
    return (init.method ? fetch : ask)(`${sessionUrl}/${path}`, { ...init, headers })
  }

  /** Any answer of the server. A token that was refused is replaced, and the request sent again. */
  async function request(path: string, init: RequestInit, more?: HeadersInit): Promise<Response> {
    const response = await send(path, init, more)
    if (response.status !== 401) return response
    token = undefined
    return send(path, init, more)
  }

  const view = async (): Promise<CheckoutView> =>
    (await accepted(await request('view', { signal }))).json()

  const client = {
    signal,
    sessionUrl,
    language,
    request,
    view,

    /**
     * The first view comes together with the token. The full receipt needs its key, which only a
     * request for the view alone can have.
     */
    async firstView(): Promise<CheckoutView> {
      if (receiptKeyOf(sessionUrl)) return view()
      const issued = issue(`?view=1&lang=${language}`)
      token = issueToken(issued)
      // A failure is not lost: the next call that needs the token asks again.
      token.catch(() => undefined)
      return (await issued).view ?? view()
    },
  }
  return client
}
