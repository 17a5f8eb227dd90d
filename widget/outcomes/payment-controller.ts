import type { PayRequest, StatusEvent } from '../../server/contract/buyer.ts'
import type { RequestError } from '../session/checkout-client.ts'
import type { Mounting } from '../element/mounting.ts'
import {
  afterEvent,
  afterPaid,
  isFinal,
  isForm,
  startPaying,
  type CheckoutState,
  type FormState,
  type KnownCard,
  type Problem,
  type Wait,
} from '../session/checkout-state.ts'
import { deadlineStage, type DeadlineStage } from '../session/deadline.ts'
import { listen, sendOrder } from '../session/payment-requests.ts'

const WAITS: readonly [Wait, afterMs: number][] = [
  ['slow', 10_000],
  ['unknown', 30_000],
]
/**
 * First soon, once a little after the end of an order without an answer, and two minutes in all.
 */
const POLL_MS = [1_000, 2_000, 4_000, 8_000, 10_000, 12_000, 24_000, 30_000, 30_000]

/** How long an order may be on its way: after that the server refuses it (decision 85). */
const ORDER_MS = 30_000

/** By then the server has begun what reached it in time, since its statements end after 2 s. */
const BEGINNING_MS = 5_000

/** What the server refused. An error thrown by the first file is known here only by its fields. */
const refusalOf = (error: unknown): Pick<RequestError, 'code' | 'left'> => ({
  code: '',
  left: undefined,
  ...(error as object),
})

/** What happens to a session that is shown: its time, its events and its payment. */
export class PaymentController {
  readonly #checkout: Mounting['checkout']
  readonly #onDeadline: (stage: DeadlineStage) => void
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>()
  #polls = 0
  #overdue = 0
  /** Counts the presses of Pay, because the answer to an earlier one may come late. */
  #turn = 0
  /** The latest moment at which the last order can still begin. */
  #until: string | undefined

  constructor({ checkout }: Mounting, onDeadline: (stage: DeadlineStage) => void) {
    this.#checkout = checkout
    this.#onDeadline = onDeadline
  }

  get #state() {
    return this.#checkout.state
  }

  start() {
    const { client, state } = this.#checkout
    const { signal } = client
    if (signal.aborted || isFinal(state)) return
    signal.addEventListener('abort', () => this.#clear(...this.#timers.keys()))
    this.#checkout.follower = {
      onState: (now, before) => this.#follow(now, before),
      onRead: () => this.#watchDeadline(),
    }
    this.#follow(state, { type: 'loading' })
    this.#watchDeadline()
    void listen(client, (event) => this.#hear(event))
  }

  /** Shows the form as it is, with the reason. */
  complain(problem: Problem | undefined) {
    if (isForm(this.#state))
      this.#checkout.enter({ type: 'ready', view: this.#state.view, ...(problem && { problem }) })
  }

  begin() {
    if (this.#state.type !== 'ready') return
    this.#turn += 1
    this.#checkout.enter(startPaying(this.#state))
  }

  /** `card` is named when the payment is declined, and on the receipt. */
  async pay(order: PayRequest, card: KnownCard | undefined) {
    if (this.#state.type !== 'processing') return
    const turn = this.#turn
    const state = { ...this.#state, ...(card && { card }) }
    this.#checkout.state = state
    try {
      const answer = await sendOrder(this.#checkout.client, () => {
        this.#until = this.#serverTime(ORDER_MS + BEGINNING_MS)
        return { ...order, payBefore: this.#serverTime(ORDER_MS) }
      })
      if (turn !== this.#turn) return await this.#checkout.refresh()
      if (this.#state.type !== 'processing') return undefined
      if (answer.status === 'complete')
        return this.#checkout.enter(afterPaid(state, answer.order, order))
      // Without an action and an outcome, the bank has not decided yet.
      if (answer.action) this.#goOn({ action: answer.action, until: undefined })
      else this.#doubt(undefined, 'slow')
    } catch (error) {
      if (turn === this.#turn) await this.#refused(error)
    }
  }

  /** The buyer pressed "Check again", after two minutes without an answer. */
  checkAgain() {
    if (this.#state.type !== 'processing') return
    this.#polls = 0
    this.#checkout.enter({ ...this.#state, wait: 'unknown' })
    this.#poll()
  }

  /** The buyer pressed "Pay another way". The payment may have ended by itself meanwhile. */
  async giveUp() {
    await this.#checkout.client.request('cancel', { method: 'POST' }).catch(() => undefined)
    await this.#checkout.refresh()
    const state = this.#state
    const problem = state.type === 'ready' ? state.problem : undefined
    if (problem?.type === 'declined' && problem.code === 'attempt_given_up')
      this.complain({ type: 'not_charged' })
  }

  /** The moment in so many milliseconds, by the server's clock. */
  #serverTime(inMs = 0) {
    return new Date(Date.now() + this.#checkout.offsetMs + inMs).toISOString()
  }

  /**
   * Believes every view that the server makes from now on. One that was read before may still come.
   */
  #goOn(more: Partial<Extract<FormState, { type: 'processing' }>>) {
    if (this.#state.type === 'processing')
      this.#checkout.enter({
        ...this.#state,
        until: this.#serverTime(),
        ...more,
        sending: false,
      })
  }

  async #refused(error: unknown) {
    const state = this.#state
    if (!isForm(state)) return
    const { code, left } = refusalOf(error)
    switch (code) {
      case 'sold_out':
      case 'insufficient_stock':
        return this.#checkout.enter({
          type: 'unavailable',
          view: state.view,
          why: { reason: code, left },
        })
      case 'rate_limited':
      case 'payments_unavailable':
        return this.complain({ type: code })
      // The view of the session says what came of it, and why a card was declined.
      case 'payment_declined':
      case 'session_expired':
      case 'session_complete':
      case 'payment_in_progress':
        this.#goOn({})
        return code === 'payment_in_progress' ? undefined : this.#checkout.refresh()
      case 'invalid_request':
      case 'agreement_required':
      case 'invalid_token':
      case 'origin_not_allowed':
      case 'session_not_found':
        this.complain({ type: 'refused' })
        // The order may have come too late because the buyer's clock was set meanwhile.
        return this.#checkout.refresh()
      default:
        // Without an answer of our server the payment may have succeeded, or still be on its way.
        this.#doubt(this.#until)
    }
  }

  #doubt(until = this.#serverTime(), wait: Wait = 'unknown') {
    this.#goOn({ wait, until })
    this.#clear('slow', wait)
    this.#poll()
  }

  #hear(event: StatusEvent) {
    const next = afterEvent(this.#state, event)
    if (next) this.#checkout.enter(next)
    else void this.#checkout.refresh()
  }

  #follow(state: CheckoutState, before: CheckoutState) {
    if (state.type !== 'processing' || state.action) this.#clear('slow', 'unknown', 'poll')
    else if (before.type !== 'processing' || before.action) this.#startWaiting()
  }

  #startWaiting() {
    this.#polls = 0
    for (const [wait, afterMs] of WAITS) {
      this.#after(wait, afterMs, () => {
        if (this.#state.type === 'processing' && this.#state.wait !== 'stuck')
          this.#checkout.enter({ ...this.#state, wait })
        if (wait === 'unknown' && !this.#polls) this.#doubt(this.#until)
      })
    }
  }

  #poll() {
    const waitMs = POLL_MS[this.#polls++]
    if (waitMs === undefined) {
      if (this.#state.type === 'processing') this.#checkout.enter({ ...this.#state, wait: 'stuck' })
      return
    }
    this.#after(
      'poll',
      waitMs,
      () =>
        void this.#checkout.refresh().then(() => {
          if (this.#state.type === 'processing') this.#poll()
        }),
    )
  }

  #watchDeadline() {
    if (!('view' in this.#state) || isFinal(this.#state)) return
    const leftMs = Date.parse(this.#state.view.expiresAt) - Date.now() - this.#checkout.offsetMs
    const { stage, nextMs } = deadlineStage(leftMs)
    this.#onDeadline(stage)
    if (stage !== 'over') this.#after('deadline', nextMs + 50, () => this.#watchDeadline())
    // After the end only the server decides, and it may still be finishing a payment. A hidden page
    // does not ask again and again: it is read anew when the buyer comes back.
    else if (!this.#overdue || !document.hidden || this.#state.type === 'processing')
      this.#after('deadline', this.#overdue++ ? 5_000 : 0, () => void this.#checkout.refresh())
  }

  #after(name: string, waitMs: number, act: () => void) {
    this.#clear(name)
    this.#timers.set(name, setTimeout(act, waitMs))
  }

  #clear(...names: string[]) {
    for (const name of names) clearTimeout(this.#timers.get(name))
  }
}
