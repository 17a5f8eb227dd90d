import { onTestFinished, vi } from 'vitest'
import type {
  CheckoutView,
  PayRequest,
  PayResponse,
  RestartResponse,
  StatusEvent,
  TokenResponse,
} from '../../server/contract/buyer.ts'
import type { BuyerErrorEnvelope } from '../../server/contract/errors.ts'
import type { Messages } from '../i18n/en.ts'
import { languageOf, messageList } from '../i18n/catalogues.ts'
import { outcomes, shadow } from '../styles/shadow.styles.ts'
import { anOrder } from './a-view.ts'

export const CHECKOUT_URL = 'https://checkout.example/checkout'

/**
 * `kit` and `outcomes` are the texts and sheets for merchants' pages: of the form, and of what
 * follows it.
 */
type Call =
  | 'kit'
  | 'outcomes'
  | 'token'
  | 'view'
  | 'pay'
  | 'events'
  | 'restart'
  | 'cancel'
  | 'phone'
  | 'email-suggestion'
type Answer = () => Response | Promise<Response>
type ServerCall = {
  call: Call
  session: string
  bearer: string | null
  receiptKey: string | null
  language: string | null
}

export const refused =
  (status: number, code: string, more: Partial<BuyerErrorEnvelope['error']> = {}): Answer =>
  () =>
    Response.json({ error: { code, message: 'Not now.', ...more } } satisfies BuyerErrorEnvelope, {
      status,
    })

/** The connection breaks before an answer is there. */
export const lost: Answer = () => Promise.reject(new TypeError('Failed to fetch'))

/** The answer that names the session to go on with. */
export const restarted =
  (session: string): Answer =>
  () =>
    Response.json({ session, url: `${CHECKOUT_URL}/${session}` } satisfies RestartResponse)

/** The answer takes longer than the test. */
export const never: Answer = () => new Promise(() => {})

export const answered =
  (answer: PayResponse): Answer =>
  () =>
    Response.json(answer, { status: answer.status === 'complete' ? 200 : 202 })

const textOf = (event: StatusEvent) =>
  new TextEncoder().encode(`event: status\ndata: ${JSON.stringify(event)}\n\n`)

/**
 * Texts of the form, or of what follows it. English comes with the sheet, and every other language
 * is only a list.
 */
export function kit(of: string, language: string) {
  const { form, outcome, result } = languageOf(language)
  const outcomesIn = language === 'en' ? { ...outcome, ...result } : outcome
  const texts: Record<string, Partial<Messages>> = { form, results: result }
  const list = messageList(texts[of] ?? outcomesIn)
  const css = of === 'form' ? shadow : outcomes
  return Response.json(language === 'en' ? { messages: list, css } : list)
}

export const outcomesKit: Answer = () => kit('outcomes', 'en')

type Session = {
  view: CheckoutView
  /** Units that are left, if these are too few. */
  left?: number | undefined
  listeners: Set<ReadableStreamDefaultController<Uint8Array>>
}

const eventOf = ({ view: { status, attempt }, left }: Session) =>
  textOf({ status, attempt, ...(left !== undefined && { left }) })

function openEvents(session: Session, signal: AbortSignal | null | undefined) {
  const { listeners } = session
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      listeners.add(controller)
      controller.enqueue(eventOf(session))
      signal?.addEventListener('abort', () => {
        listeners.delete(controller)
        controller.error(signal.reason)
      })
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

/**
 * The buyer API of these sessions (contract §5), instead of `fetch`. It takes every card.
 * `next` plans another answer to the next request of a kind, `always` to all of them.
 */
export function serveCheckout(...views: CheckoutView[]) {
  const sessions = new Map(
    views.map((view): [string, Session] => [view.id, { view, listeners: new Set() }]),
  )
  const planned: Record<Call, Answer[]> = {
    kit: [],
    outcomes: [],
    token: [],
    view: [],
    pay: [],
    events: [],
    restart: [],
    cancel: [],
    phone: [],
    'email-suggestion': [],
  }
  const always: Partial<Record<Call, Answer>> = {}
  const asked: ServerCall[] = []
  const startedAt = Date.now()
  const orders: PayRequest[] = []
  const phones: { phone: string; country: string }[] = []
  let tokens = 0

  /** Changes the session, and tells everyone who listens. */
  function become(change: Partial<CheckoutView>, id = views[0]!.id) {
    const session = sessions.get(id)!
    session.view = { ...session.view, ...change }
    notifyAll(session)
  }

  function notifyAll(session: Session) {
    for (const listener of session.listeners) listener.enqueue(eventOf(session))
  }

  function pay(id: string, order: PayRequest) {
    const paid = anOrder({ customer: order.customer })
    become({ status: 'complete', order: paid, attempt: null }, id)
    return answered({ status: 'complete', order: paid })()
  }

  /**
   * The session as it is read now. The server's clock goes on from when the first view was read.
   */
  const read = (view: CheckoutView): CheckoutView => ({
    ...view,
    now: new Date(Date.parse(view.now) + Date.now() - startedAt).toISOString(),
  })

  const token = (view?: CheckoutView) => {
    tokens += 1
    return Response.json({
      token: `token-${tokens}`,
      expiresAt: new Date(Date.now() + 600_000).toISOString(),
      ...(view && { view }),
    } satisfies TokenResponse)
  }

  /**
   * The first view comes with the token. An answer that is planned for the view counts for this
   * request.
   */
  async function tokenWithView({ view }: Session) {
    const planned = await find('view')?.()
    return planned && !planned.ok ? planned : token(planned ? await planned.json() : read(view))
  }

  const find = (call: Call) => planned[call].shift() ?? always[call]

  async function answer(address: string, init: RequestInit = {}) {
    init.signal?.throwIfAborted()
    const path = address.slice(CHECKOUT_URL.length + 1)
    const [id, call] = path.endsWith('.json')
      ? ['', /-(?:outcomes|results)-/.test(path) ? ('outcomes' as const) : ('kit' as const)]
      : (path.replace(/\?.*/, '').split('/') as [string, Call])
    const isWithView = path.includes('/token?view=1')
    const headers = new Headers(init.headers)
    for (const what of isWithView ? [call, 'view' as const] : [call])
      asked.push({
        call: what,
        session: id,
        bearer: headers.get('authorization'),
        receiptKey: headers.get('receipt-key'),
        language: headers.get('accept-language'),
      })
    if (call === 'pay') orders.push(JSON.parse(init.body as string))
    if (call === 'phone') phones.push(JSON.parse(init.body as string))
    const other = find(call)
    if (other) return other()
    if (call === 'kit' || call === 'outcomes') {
      const [, of = '', language = ''] = /^hosted-checkout-(\w+)-(\w+-?)-/.exec(path) ?? []
      return kit(of, language)
    }
    const session = sessions.get(id)
    if (!session) return refused(404, 'session_not_found')()
    if (call === 'token') return isWithView ? tokenWithView(session) : token()
    if (call === 'view') return Response.json(read(session.view))
    if (call === 'email-suggestion') return Response.json({ email: null })
    if (call === 'phone') return Response.json({ phone: phones.at(-1)!.phone })
    if (call === 'restart') return refused(409, 'not_restartable')()
    if (call === 'cancel') {
      become({ attempt: { status: 'failed', code: 'attempt_given_up', message: '' } }, id)
      return Response.json({ status: 'open', attempt: session.view.attempt })
    }
    return call === 'pay' ? pay(id, orders.at(-1)!) : openEvents(session, init.signal)
  }

  const fetching = vi
    .spyOn(window, 'fetch')
    .mockImplementation((address, init) => answer(address as string, init))
  onTestFinished(() => fetching.mockRestore())

  return {
    asked: (call: Call) => asked.filter((request) => request.call === call),
    /** What Pay has sent. */
    orders,
    /** Which numbers were to be completed. */
    phones,
    next: (call: Call, other: Answer) => void planned[call].push(other),
    always: (call: Call, other: Answer) => {
      always[call] = other
    },
    become,
    /** Other buyers take units or give them back. Undefined: enough are left. */
    leave(left: number | undefined) {
      const session = sessions.get(views[0]!.id)!
      session.left = left
      notifyAll(session)
    },
    /** Declines the next card. */
    decline(code: string) {
      planned.pay.push(() => {
        become({ attempt: { status: 'failed', code, message: 'Declined.' } })
        return refused(402, 'payment_declined')()
      })
    },
  }
}
