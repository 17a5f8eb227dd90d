export type Product = {
  slug: string
  name: string
  description: string | null
  imageUrl: string | null
  price: number
  currency: string
  variants: { size: string | null; colorName: string | null; stock: number }[]
}
export type Order = {
  orderNumber: string
  amountTotal: number
  quantity: number
  paidAt: string
  customer: { name: string; phone: string }
  fulfillment: { method: string; details: string; fee: number }
}
/** What this shop notes on a session. It finds the product by that when it reads the order. */
export type Note = { product: string; size: string | null; color: string | null }
export type CheckoutSession = {
  status: 'open' | 'complete' | 'expired'
  order: Order | null
  metadata?: Note
}
/**
 * `receipt` is a text, signed by the checkout, that the session was paid. It is for people without
 * a key.
 */
export type ReadSession = CheckoutSession & { receipt: string | null }
export type NewSession = {
  items: [{ product: string; size?: string; color?: string; quantity: number }]
  successUrl: string
  cancelUrl: string
  metadata: Note
}

/** An order as the shop's own back office reads it. */
export type PackedOrder = Order & {
  product: string
  size: string | null
  color: string | null
  currency: string
  fulfilledAt: string | null
}

/**
 * Something that happened in the store. It is only an announcement: the session itself is the
 * proof.
 */
export type StoreEvent = { id: string; type: string; data: { sessionId: string } }

/** How long one request waits for the next event, in seconds. */
const WAIT_SECONDS = 25

/** `code` comes from the service, or is `unreachable` when there was no answer that can be read. */
export class CheckoutApiError extends Error {
  override readonly name = 'CheckoutApiError'
  readonly code: string

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

export type CheckoutApi = ReturnType<typeof openCheckoutApi>

export function openCheckoutApi(baseUrl: string, token: string) {
  async function send<Answer>(
    method: string,
    path: string,
    body?: unknown,
    signal = AbortSignal.timeout(10_000),
  ): Promise<{ answer: Answer; headers: Headers }> {
    const response = await fetch(baseUrl + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      signal,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch((cause: unknown) => {
      throw new CheckoutApiError('unreachable', `${baseUrl} does not answer`, { cause })
    })
    const answer = await response.json().catch((cause: unknown) => {
      throw new CheckoutApiError(
        'unreachable',
        `${baseUrl} answered ${response.status} without JSON`,
        { cause },
      )
    })
    if (!response.ok) throw toError(answer)
    // The service answers as its published contract says.
    return { answer: answer as Answer, headers: response.headers }
  }
  const call = async <Answer>(...request: Parameters<typeof send>) =>
    (await send<Answer>(...request)).answer
  const at = encodeURIComponent

  return {
    call,
    listProducts: () => call<{ data: Product[] }>('GET', '/v1/products?limit=100'),
    getProduct: (slug: string) => call<Product>('GET', `/v1/products/${at(slug)}`),
    createSession: (session: NewSession) =>
      call<{ url: string }>('POST', '/v1/checkout/sessions', session),
    /**
     * Payments that were made later, as soon as there is one. `after` is the last `nextCursor`, or
     * `now`.
     */
    waitForPayments: (after: string, stop: AbortSignal) =>
      call<{ data: StoreEvent[]; nextCursor: string }>(
        'GET',
        `/v1/events?type=checkout.session.completed&after=${at(after)}&wait=${WAIT_SECONDS}`,
        undefined,
        AbortSignal.any([stop, AbortSignal.timeout((WAIT_SECONDS + 10) * 1000)]),
      ),
    /** The newest orders. */
    listOrders: () => call<{ data: PackedOrder[] }>('GET', '/v1/orders?limit=20'),
    /** Doing it twice has the same result as doing it once. */
    fulfillOrder: (orderNumber: string) =>
      call<PackedOrder>('POST', `/v1/orders/${at(orderNumber)}/fulfill`, {}),
    /**
     * `wait`: answers as soon as the session is paid or expired, and at the latest after that many
     * seconds.
     */
    async getSession(id: string, { wait }: { wait?: number } = {}): Promise<ReadSession> {
      const path = `/v1/checkout/sessions/${at(id)}${wait ? `?wait=${wait}` : ''}`
      const { answer, headers } = await send<CheckoutSession>('GET', path)
      return { ...answer, receipt: headers.get('checkout-receipt') }
    },
  }
}

function toError(answer: unknown) {
  const error = (answer as { error?: { code?: string; message?: string } } | null)?.error
  return new CheckoutApiError(
    error?.code ?? 'unreachable',
    error?.message ?? 'an error without a description',
  )
}
