import type { CheckoutView } from '../../server/contract/buyer.ts'
import { createClient, RequestError, type CheckoutClient } from './checkout-client.ts'
import { afterView, isFinal, type CheckoutState, type ErrorCode } from './checkout-state.ts'
import { clockOffsetMs } from './deadline.ts'
import { nextTask } from './next-task.ts'
import { receiptKeyOf } from './receipt-key.ts'

/** Draws the state that is new. */
type OnState = (state: CheckoutState, before: CheckoutState) => void

/** Watches the time, hears of the session and pays it, once the second file is there. */
type Follower = { onState: OnState; onRead: () => void }

const causeOf = (error: unknown): ErrorCode => {
  if (!(error instanceof RequestError)) return 'network'
  if (error.status === 404) return 'session_not_found'
  return error.code === 'origin_not_allowed' ? error.code : 'internal'
}

/** One session from the first view to its end. It owns the state and knows nothing of the page. */
export class CheckoutController {
  state: CheckoutState = { type: 'loading' }
  readonly client: CheckoutClient
  follower: Follower | undefined
  /** The delivery option that the buyer has chosen. */
  option: string | undefined
  /** How far the server's clock is ahead of this one. */
  offsetMs = 0
  readonly first: Promise<CheckoutView>
  readonly #stop = new AbortController()
  #onState: OnState | undefined

  /**
   * `view` is what the server wrote into the page, with the receipt masked. It counts as read in
   * the next task. Without it, or with the key to the full receipt, the server is asked at once.
   * `language`: of the page, as far as it is known.
   */
  constructor(sessionUrl: string, view: CheckoutView | undefined, language?: string) {
    this.client = createClient(sessionUrl, this.#stop.signal, language)
    const painted = HOSTED_CHECKOUT_SURFACE === 'embedded' ? undefined : view
    const isEnough = painted && !(painted.order && receiptKeyOf(sessionUrl))
    const first = isEnough ? nextTask().then(() => painted) : this.client.firstView()
    // Where the full receipt cannot be read, the masked one stays.
    this.first = painted ? first.catch(() => painted) : first
    // `start` gets a failure, however late it is called.
    this.first.catch(() => undefined)
  }

  async start(onState: OnState) {
    this.#onState = onState
    await this.refresh(this.first)
  }

  stop() {
    this.#stop.abort()
  }

  async refresh(view = this.client.view()) {
    try {
      const read = await view
      this.offsetMs = clockOffsetMs(read.now, Date.now())
      this.enter(afterView(this.state, read))
    } catch (error) {
      if (this.state.type === 'loading') this.enter({ type: 'error', code: causeOf(error) })
    }
    this.follower?.onRead()
  }

  enter(state: CheckoutState) {
    const before = this.state
    if (state === before || this.client.signal.aborted) return
    this.state = state
    this.follower?.onState(state, before)
    if (isFinal(state)) this.stop()
    this.#onState?.(state, before)
  }
}
