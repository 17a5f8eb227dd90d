import { HostedCheckoutError, toError } from './errors.ts'
import { createReceiptVerifier } from './receipts.ts'
import type { SignedEvidence } from './evidence.ts'
import type * as Wire from './wire.ts'

export type ClientOptions = {
  /** The address of the service, such as `https://checkout.example`. */
  baseUrl: string
  /** `sk_live_…` or `sk_test_…`. Use it only on servers. */
  secretKey: string
  /**
   * How long one request may take, in milliseconds, without the time that it is told to wait.
   * (Default: 10,000.)
   */
  timeoutMs?: number
  /** How often a request is sent again that got no answer, or a temporary refusal. (Default: 3.) */
  retries?: number
}

export type CallOptions = {
  signal?: AbortSignal
  /**
   * What is asked for twice with the same key is done once. (Default: another key for each call.)
   */
  idempotencyKey?: string
}

/** A session, and once it is paid a signed text that says so. */
export type ReadSession = Wire.CheckoutSession & { receipt: string | null }

/** The longest wait of one request. */
const WAIT_SECONDS = 25

/**
 * The first pause before a request is sent again, and the longest. Each pause is twice the one
 * before.
 */
const PAUSE_MS = { first: 250, most: 30_000 }

type Call = CallOptions & { query?: object; body?: unknown; waitSeconds?: number }

const at = encodeURIComponent

/** The merchant API, for a merchant's own server. Every failure is a `HostedCheckoutError`. */
export function createHostedCheckout(options: ClientOptions) {
  const { secretKey, timeoutMs = 10_000, retries = 3 } = options
  const baseUrl = options.baseUrl.replace(/\/+$/, '')

  async function send(method: string, path: string, { query = {}, body, ...call }: Call) {
    const given = Object.entries(query).filter(([, value]) => value !== undefined)
    const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
    const limit = AbortSignal.timeout(timeoutMs + (call.waitSeconds ?? 0) * 1000)
    const posted = {
      headers: { 'content-type': 'application/json', 'idempotency-key': call.idempotencyKey ?? '' },
      body: JSON.stringify(body ?? {}),
    }
    const isPost = method === 'POST'
    const response = await fetch(`${baseUrl}${path}${given.length ? `?${search}` : ''}`, {
      method,
      headers: { authorization: `Bearer ${secretKey}`, ...(isPost && posted.headers) },
      ...(isPost && { body: posted.body }),
      signal: call.signal ? AbortSignal.any([call.signal, limit]) : limit,
      redirect: 'error',
    }).catch((cause: unknown) => {
      call.signal?.throwIfAborted()
      const message = `${baseUrl} does not answer.`
      throw new HostedCheckoutError({ code: 'unreachable', message }, { cause })
    })
    const answer: unknown = await response.json().catch(() => undefined)
    if (!response.ok || answer === undefined) throw toError(response, answer)
    return { answer, headers: response.headers }
  }

  /** Sends the request again where that may help. It has the same key, so nothing is done twice. */
  async function call<Answer>(method: string, path: string, given: Call) {
    const idempotencyKey = given.idempotencyKey ?? crypto.randomUUID()
    for (let tries = 0; ; tries += 1) {
      try {
        const { answer, headers } = await send(method, path, { ...given, idempotencyKey })
        return { answer: answer as Answer, headers }
      } catch (error) {
        if (!(error instanceof HostedCheckoutError) || !error.isTemporary) throw error
        const pauseMs = Math.max(error.retryAfterMs ?? 0, PAUSE_MS.first * 2 ** tries)
        if (tries >= retries || pauseMs > PAUSE_MS.most) throw error
        // Requests that were refused together must not come again together.
        await pause(pauseMs * (1 + Math.random() / 4), given.signal)
      }
    }
  }

  const get = async <Answer>(path: string, given: Call) =>
    (await call<Answer>('GET', path, given)).answer
  const post = async <Answer>(path: string, body: unknown, given: CallOptions) =>
    (await call<Answer>('POST', path, { ...given, body })).answer

  /**
   * `wait`: answers when the session is paid or expired, and at the latest after that many seconds
   * (1 to 25).
   */
  async function getSession(
    id: string,
    { wait, ...options }: CallOptions & { wait?: number } = {},
  ): Promise<ReadSession> {
    const path = `/v1/checkout/sessions/${at(id)}`
    const given = { ...options, query: { wait }, waitSeconds: wait ?? 0 }
    const { answer, headers } = await call<Wire.CheckoutSession>('GET', path, given)
    return { ...answer, receipt: headers.get('checkout-receipt') }
  }

  return {
    /** Send the buyer to its `url`, or show it by its `id` in your own page. */
    async createSession(session: Wire.CreateSessionRequest, options: CallOptions = {}) {
      const path = '/v1/checkout/sessions'
      const { url } = await post<Wire.CreateSessionResponse>(path, session, options)
      return { id: new URL(url).pathname.split('/').at(-1)!, url }
    },

    getSession,

    /**
     * The session as soon as it is `complete` or `expired`. Each session ends as one of the two.
     */
    async waitForSession(id: string, options: CallOptions = {}): Promise<ReadSession> {
      for (;;) {
        const session = await getSession(id, { ...options, wait: WAIT_SECONDS })
        if (session.status !== 'open') return session
      }
    },

    listSessions: (query: Wire.ListSessionsQuery = {}, options: CallOptions = {}) =>
      get<Wire.SessionList>('/v1/checkout/sessions', { ...options, query }),

    /** Ends an open session. */
    expireSession: (id: string, options: CallOptions = {}) =>
      post<Wire.CheckoutSession>(`/v1/checkout/sessions/${at(id)}/expire`, {}, options),

    /** What happened, oldest first. Keep `nextCursor`, and ask with it as `after`. */
    listEvents: (query: Wire.ListEventsQuery = {}, options: CallOptions = {}) =>
      get<Wire.StoreEventList>('/v1/events', { ...options, query, waitSeconds: query.wait ?? 0 }),

    listOrders: (query: Wire.ListOrdersQuery = {}, options: CallOptions = {}) =>
      get<Wire.MerchantOrderList>('/v1/orders', { ...options, query }),

    getOrder: (orderNumber: string, options: CallOptions = {}) =>
      get<Wire.MerchantOrder>(`/v1/orders/${at(orderNumber)}`, options),

    /** What the record has of an order, signed; for a buyer’s bank that disputes the payment. */
    getOrderEvidence: (orderNumber: string, options: CallOptions = {}) =>
      get<SignedEvidence>(`/v1/orders/${at(orderNumber)}/evidence`, options),

    /**
     * Gives back `amount`, or everything that is left. With your own `idempotencyKey` a program
     * that was ended in the middle may ask again.
     */
    createRefund: (
      number: string,
      refund: Wire.CreateRefundRequest = {},
      options: CallOptions = {},
    ) => post<Wire.Refund>(`/v1/orders/${at(number)}/refunds`, refund, options),

    /** Says how the buyer follows the parcel, too. */
    fulfillOrder: (
      number: string,
      tracking: Wire.FulfillOrderRequest = {},
      options: CallOptions = {},
    ) => post<Wire.MerchantOrder>(`/v1/orders/${at(number)}/fulfill`, tracking, options),

    /** Says that the buyer has the goods. Fulfils the order as well. */
    deliverOrder: (
      number: string,
      delivery: Wire.DeliverOrderRequest = {},
      options: CallOptions = {},
    ) => post<Wire.MerchantOrder>(`/v1/orders/${at(number)}/deliver`, delivery, options),

    listProducts: (query: Wire.ListProductsQuery = {}, options: CallOptions = {}) =>
      get<Wire.ProductList>('/v1/products', { ...options, query }),

    getProduct: (slug: string, options: CallOptions = {}) =>
      get<Wire.Product>(`/v1/products/${at(slug)}`, options),

    /** What a receipt says, if this service has signed it. */
    verifyReceipt: createReceiptVerifier(baseUrl),
  }
}

export type HostedCheckoutClient = ReturnType<typeof createHostedCheckout>

/** Ends early when the caller gives up. The next request then fails for that reason. */
function pause(ms: number, signal: AbortSignal | undefined) {
  return new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal?.addEventListener('abort', end)
  })
}

export { HostedCheckoutError } from './errors.ts'
export { createReceiptVerifier, type Receipt } from './receipts.ts'
export { verifyWebhook, type ReceivedEvent, type WebhookRequest } from './webhooks.ts'
export type * from './evidence.ts'
export type * from './wire.ts'
