import type { CheckoutView, PayRequest, StatusEvent } from '../server/contract/buyer.ts'
import { createClient, RequestError, type CheckoutClient } from './checkout-client.ts'
import {
  afterEvent,
  afterPaid,
  afterView,
  isFinal,
  isForm,
  startPaying,
  type CheckoutState,
  type ErrorCode,
  type FormState,
  type Problem,
  type Wait,
} from './checkout-state.ts'
import { receiptKeyOf } from './receipt-key.ts'
import { clockOffsetMs, deadlineStage, type DeadlineStage } from './deadline.ts'

const WAITS: readonly [Wait, afterMs: number][] = [
  ['slow', 10_000],
  ['unknown', 30_000],
]
const POLL_MS = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]

type Watcher = {
  /** The state changed; draw it. */
  onState: (state: CheckoutState, before: CheckoutState) => void
  onDeadline: (stage: DeadlineStage) => void
}

const causeOf = (error: unknown): ErrorCode => {
  if (!(error instanceof RequestError)) return 'network'
  if (error.status === 404) return 'session_not_found'
  return error.code === 'origin_not_allowed' ? error.code : 'internal'
}

/**
 * One session from the first view to its end: owns the state, the client and every timer; knows
 * nothing of the page.
 */
export class CheckoutController {
  state: CheckoutState = { type: 'loading' }
  readonly #client: CheckoutClient
  readonly #first: Promise<CheckoutView>
  #watcher: Watcher | undefined
  readonly #stop = new AbortController()
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>()
  #offsetMs = 0
  #polls = 0
  #overdue = 0

  /**
   * `view`: what the server wrote into the page, masked; without it, or with the key to the full
   * receipt, the server is asked at once.
   */
  constructor(sessionUrl: string, view: CheckoutView | undefined) {
    this.#client = createClient(sessionUrl, this.#stop.signal)
    const isEnough = view && !(view.order && receiptKeyOf(sessionUrl))
    const first = isEnough ? Promise.resolve(view) : this.#client.view()
    // The masked receipt stays where the full one cannot be had.
    this.#first = view ? first.catch(() => view) : first
    // Whoever starts later hears of a failure then.
    this.#first.catch(() => undefined)
  }

  async start(watcher: Watcher) {
    this.#watcher = watcher
    await this.refresh(this.#first)
    if (!this.#stop.signal.aborted && !isFinal(this.state))
      void this.#client.listen((event) => this.#hear(event))
  }

  stop() {
    this.#stop.abort()
    for (const timer of this.#timers.values()) clearTimeout(timer)
    this.#timers.clear()
  }

  async refresh(view = this.#client.view()) {
    try {
      this.#see(await view)
    } catch (error) {
      if (this.state.type === 'loading') this.#enter({ type: 'error', code: causeOf(error) })
      else this.#watchDeadline()
    }
  }

  /** The form as it is, saying why. */
  complain(problem: Problem | undefined) {
    if (isForm(this.state))
      this.#enter({ type: 'ready', view: this.state.view, ...(problem && { problem }) })
  }

  begin() {
    if (this.state.type === 'ready') this.#enter(startPaying(this.state))
  }

  async pay(order: PayRequest) {
    const { state } = this
    if (state.type !== 'processing') return
    try {
      const answer = await this.#client.pay(order)
      if (this.state.type !== 'processing') return undefined
      if (answer.status === 'complete') return this.#enter(afterPaid(state, answer.order))
      // Nothing to do and no outcome: the provider has not said yet.
      if (answer.action) this.#follow({ action: answer.action })
      else this.#doubt()
    } catch (error) {
      await this.#refused(error)
    }
  }

  /** "Check again" after two minutes without an answer. */
  checkAgain() {
    if (this.state.type !== 'processing') return
    this.#polls = 0
    this.#enter({ ...this.state, wait: 'unknown' })
    this.#poll()
  }

  #follow(more: Partial<Extract<FormState, { type: 'processing' }>>) {
    if (this.state.type === 'processing') this.#enter({ ...this.state, ...more, sending: false })
  }

  async #refused(error: unknown) {
    const { state } = this
    if (!isForm(state)) return
    const { status, code, message } =
      error instanceof RequestError ? error : { status: 0, code: '', message: '' }
    if (code === 'sold_out')
      return this.#enter({ type: 'unavailable', view: state.view, why: { reason: code } })
    if (code === 'insufficient_stock') {
      const left = Number(/\bonly (\d+)/i.exec(message)?.[1])
      return this.#enter({
        type: 'unavailable',
        view: state.view,
        why: { reason: code, ...(left && { left }) },
      })
    }
    if (status === 429) return this.complain({ type: 'rate_limited' })
    if (code === 'payments_unavailable') return this.complain({ type: code })
    // What came of it, a decline's reason too, is in the session's view.
    if (status === 402 || status === 409) {
      this.#follow({})
      return code === 'payment_in_progress' ? undefined : this.refresh()
    }
    if (status >= 400 && status < 500) return this.complain({ type: 'refused' })
    // No answer, or none we understand: the payment may have gone through.
    this.#doubt()
  }

  #doubt() {
    this.#follow({ wait: 'unknown' })
    this.#clear('slow', 'unknown')
    this.#poll()
  }

  #hear(event: StatusEvent) {
    const next = afterEvent(this.state, event)
    if (next) this.#enter(next)
    else void this.refresh()
  }

  #see(view: CheckoutView) {
    this.#offsetMs = clockOffsetMs(view.now, Date.now())
    this.#enter(afterView(this.state, view))
    this.#watchDeadline()
  }

  #enter(state: CheckoutState) {
    const before = this.state
    if (state === before || this.#stop.signal.aborted) return
    this.state = state
    if (state.type !== 'processing' || state.action) this.#clear('slow', 'unknown', 'poll')
    else if (before.type !== 'processing' || before.action) this.#startWaiting()
    if (isFinal(state)) this.stop()
    this.#watcher?.onState(state, before)
  }

  #startWaiting() {
    this.#polls = 0
    for (const [wait, afterMs] of WAITS) {
      this.#after(wait, afterMs, () => {
        if (this.state.type === 'processing' && this.state.wait !== 'stuck')
          this.#enter({ ...this.state, wait })
        if (wait === 'unknown') this.#poll()
      })
    }
  }

  #poll() {
    const waitMs = POLL_MS[this.#polls++]
    if (waitMs === undefined) {
      if (this.state.type === 'processing') this.#enter({ ...this.state, wait: 'stuck' })
      return
    }
    this.#after(
      'poll',
      waitMs,
      () =>
        void this.refresh().then(() => {
          if (this.state.type === 'processing') this.#poll()
        }),
    )
  }

  #watchDeadline() {
    if (!('view' in this.state) || isFinal(this.state)) return
    const leftMs = Date.parse(this.state.view.expiresAt) - Date.now() - this.#offsetMs
    const { stage, nextMs } = deadlineStage(leftMs)
    this.#watcher?.onDeadline(stage)
    // Past the end the server has the word, and it may still be finishing a payment.
    if (stage === 'over')
      this.#after('deadline', this.#overdue++ ? 5_000 : 0, () => void this.refresh())
    else this.#after('deadline', nextMs + 50, () => this.#watchDeadline())
  }

  #after(name: string, waitMs: number, act: () => void) {
    this.#clear(name)
    this.#timers.set(name, setTimeout(act, waitMs))
  }

  #clear(...names: string[]) {
    for (const name of names) clearTimeout(this.#timers.get(name))
  }
}
