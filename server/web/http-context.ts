import type { BuyerTokens } from '../auth/buyer-tokens.ts'
import type { SealedNotes } from '../auth/sealed-notes.ts'
import type { StoreLogin } from '../auth/store-login.ts'
import type { CheckoutDeps } from '../checkout/checkout-deps.ts'
import type { Records, TestRecords } from '../checkout/ports/records.ts'
import type { PictureMaker } from '../pictures/pictures.ts'
import type { Mails } from '../mail/mails.ts'
import type { StoreRecords } from '../store-app/store-records.ts'
import type { RequestRecorder } from './request-recorder.ts'
import type { WidgetAssets } from './widget-assets.ts'

type RequestEvents = {
  requestFailed(fields: { requestId: string; error: unknown }): void
  requestAnswered(fields: {
    requestId: string
    method: string
    route: string
    status: number
    durationMs: number
  }): void
  ordersReadFailed(fields: { storeId: string; error: unknown }): void
  pagePolicyViolated(fields: { directive: string; blocked: string }): void
}

/** What the test provider offers to its own pages. */
export type TestBank = {
  createPaymentMethod(cardNumber: string): Promise<string | undefined>
  answerChallenge(
    challengeId: string,
    answer: 'complete' | 'fail',
  ): Promise<{ body: Uint8Array; headers: Record<string, string> } | undefined>
  findChallenge(
    challengeId: string,
  ): Promise<
    { sessionId: string; amount: number; currency: string; isSettled: boolean } | undefined
  >
}

/** What the routes work with. */
export type HttpContext = {
  urls: {
    baseUrl: string
    checkoutUrl: string
    checkoutOrigin: string
    paymentFrameUrl: string
    paymentFrameOrigin: string
  }
  sessionTtlSeconds: number
  trustProxy: number
  checkout: CheckoutDeps
  records: Records
  store: StoreRecords & { login: StoreLogin }
  /** What the stores' request logs are made of. */
  requests: RequestRecorder
  pictures: PictureMaker
  sealedNotes: SealedNotes
  /** To the members of stores. */
  mails: Mails
  /** Lets work go on behind the answer; what goes wrong in it is logged. */
  inBackground(work: () => Promise<unknown>): void
  /** With the test provider only. */
  test: { bank: TestBank; records: TestRecords } | undefined
  /** With Stripe only: what its part of the payment frame needs. */
  stripe:
    | {
        publishableKey: string
        scriptUrl: string | undefined
        toAmount(amount: number, currency: string): number | undefined
      }
    | undefined
  /** Makes the hashes that stand for client addresses. */
  addressKey: Uint8Array
  platformToken: string
  buyerTokens: BuyerTokens
  assets: WidgetAssets
  events: RequestEvents
  /** True from the first sign of the end on: no new work is to come here. */
  isDraining(): boolean
}
