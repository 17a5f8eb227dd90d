import type { Page, PageQuery } from './list-pages.ts'
import type { Product, UpdateProductRequest } from '../../contract/merchant.ts'
import type {
  ChangeStockRequest,
  KeyKind,
  ListedStore,
  Plan,
  StoredProduct,
  PutProductRequest,
  StoreResource,
  UpdateStoreRequest,
} from '../../contract/platform/platform.ts'
import type { TestPayment } from '../../contract/test-provider.ts'
import type { Actor } from '../stores/audit.ts'
import type { AttemptState } from '../payments/attempt.ts'
import type { ProductEdit, StockChange } from '../sessions/catalogue.ts'
import type { RequestKey } from './idempotency.ts'
import type { ReconciliationBreak } from './payment-transaction.ts'
import type { SessionQuery, SessionRecord } from './shop-records.ts'
import type { Offer } from '../sessions/buy-link.ts'
import type { Unsaid } from '../stores/seller.ts'
import type { CheckoutSession } from '../sessions/session.ts'

/** The store that a key belongs to, and what it may do. */
export type KeyHolder = {
  storeId: string
  keyKind: KeyKind
  plan: Plan
  currency: string
  allowedOrigins: string[]
  /** Whether the store no longer sells. */
  isClosed: boolean
  isTest: boolean
  /** What the store must still say before it may take real money. */
  missing: Unsaid[]
}

/** What is stored of a key. Of a secret key that is too little to use it. */
export type StoredKey = { kind: KeyKind; digest: Buffer; last4: string; publicText: string | null }

/** What a merchant reads of a session that is open or being paid. */
export type OpenSession = { state: 'open' | 'paying'; order: null; metadata: string | null }

export type Embedding = {
  storeId: string
  allowedOrigins: string[]
  isTest: boolean
  /** The store's language, BCP 47. */
  language: string
  expiresAt: Date
}

/** `address`: the caller's, for the store's audit log. */
export type PlatformEdit = { storeId: string; slug: string; address: string | null }

/**
 * `actor`: for the store's audit log. `mustBeFirst`: nothing is created when the service has a live
 * store already.
 */
export type NewStoreExtras = {
  keys: StoredKey[]
  owner?: { email: string; passwordHash: string } | undefined
  actor?: Actor
  mustBeFirst?: boolean
}

/** `email_taken`: another account has the owner's. */
export type StoreOutcome = 'created' | 'email_taken' | 'is_not_first'

/** `hasLiveStore`: more than test stores. `isInUse`: that, or somebody who can sign in. */
export type SetUp = { hasLiveStore: boolean; isInUse: boolean }

/** `currency_fixed`: the store has an order, so nothing was changed. */
export type StoreUpdate =
  | { type: 'updated'; store: StoreResource }
  | { type: 'no_store' }
  | { type: 'currency_fixed' }

/** Nothing was changed unless `written`. `negative_stock`: a count below 0 that is not `onHand`. */
export type ProductWriting =
  | { type: 'written'; product: StoredProduct }
  | { type: 'unexpected' }
  | { type: 'negative_stock'; index: number; onHand: number }

/** `isExpected` gets the present product, locked. `key`: the same request is done once. */
export type ProductUpdate = {
  edit: ProductEdit
  change: UpdateProductRequest
  key: RequestKey | undefined
  isExpected: (current: Product) => boolean
}

/** What the platform stores beside the checkout. Every read and every list is one round trip. */
export type Records = {
  findKeyHolder(digest: Buffer): Promise<KeyHolder | undefined>
  /** The merchant's read in one round trip: the holder, and the session if the store has it. */
  findKeyHolderAndSession(
    digest: Buffer,
    sessionId: string,
  ): Promise<{ holder: KeyHolder; session: CheckoutSession | undefined } | undefined>
  /** Only an open session, and only for its store's secret key; else `findKeyHolderAndSession`. */
  findOpenSession(digest: Buffer, sessionId: string): Promise<OpenSession | undefined>
  createStore(store: StoreResource, extras: NewStoreExtras): Promise<StoreOutcome>
  getSetUp(): Promise<SetUp>
  findStore(id: string): Promise<StoreResource | undefined>
  /** `address`: the caller's, for the store's audit log. */
  updateStore(id: string, change: UpdateStoreRequest, address: string | null): Promise<StoreUpdate>
  /** Newest first. */
  listStores(query: PageQuery): Promise<Page<ListedStore> | undefined>
  /** Ends open sessions and allows no new ones; payments under way go on. Undefined: no store. */
  closeStore(id: string, actor: Actor): Promise<ListedStore | undefined>
  listProducts(storeId: string, query: PageQuery): Promise<Page<Product> | undefined>
  findProduct(storeId: string, slug: string): Promise<Product | undefined>
  /** What may be bought by a link, from a store with API access that is not closed. */
  findOffer(storeId: string, slug: string): Promise<Offer | undefined>
  /** With the units on hand. */
  findProductOnHand(storeId: string, slug: string): Promise<StoredProduct | undefined>
  /** `isExpected` gets the present product, locked; undefined without one. */
  putProduct(
    edit: PlatformEdit,
    product: PutProductRequest,
    isExpected?: (current: StoredProduct | undefined) => boolean,
  ): Promise<ProductWriting>
  /**
   * Changes what is given, all of it or nothing; the product as its merchant reads it.
   * @throws {CheckoutError} product_not_found, product_changed, variant_not_found, invalid_request
   */
  updateProduct(update: ProductUpdate): Promise<Product>
  changeStock(edit: PlatformEdit, change: ChangeStockRequest): Promise<StockChange>
  /** Newest first. */
  listSessions(storeId: string, query: SessionQuery): Promise<Page<SessionRecord> | undefined>
  /** Which pages may show the session's checkout, and until when. */
  findEmbedding(sessionId: string): Promise<Embedding | undefined>
  /** Also opens the session, if a page of this origin (`hosted`: our own) may show it. */
  openEmbedding(sessionId: string, origin: string | null): Promise<Embedding | undefined>
}

/** The test provider's part of the platform API; absent where all money is real. */
export type TestRecords = {
  listPayments(
    query: PageQuery & { storeId?: string | undefined },
  ): Promise<Page<TestPayment> | undefined>
  /** Ends the session's time now. False for a session that is not paid with the test provider. */
  endSessionNow(sessionId: string): Promise<boolean>
}

/** Our side of a payment: the attempt and, when it was paid, the order. */
export type RecordedPayment = {
  attemptId: string
  sessionId: string
  /** Null until an answer has named it. */
  providerPaymentId: string | null
  state: AttemptState
  /** Whether somebody may be moving it now, so that both accounts may be of different moments. */
  isMoving: boolean
  order: {
    orderNumber: string
    amount: number
    currency: string
    refunded: number
    /** Reserved for refunds that the provider has not decided. */
    refundPending: number
  } | null
}

export type UnresolvedBreak = ReconciliationBreak & {
  attemptId: string
  sessionId: string
  orderNumber: string | null
  detectedAt: Date
}

/**
 * What a comparison with a provider's books reads, in batches, because there may be millions of
 * payments. Open one for each comparison.
 */
export type ReconciliationRecords = {
  /** By the database's clock. */
  startedAt: Date
  /**
   * Our records of these payments, by attempt id. A payment that is found is not missing later.
   * `in_other_cell`: it is another cell's.
   */
  findPayments(
    payments: { attemptId: string; paymentId: string; storeId: string | null }[],
  ): Promise<Map<string, RecordedPayment | 'in_other_cell'>>
  /** Captured payments of this provider, begun since then, that no batch has named. */
  listMissing(provider: string, since: Date): AsyncIterable<RecordedPayment>
  /** Breaks whose money is not free, oldest first, without those of the last minute. */
  listUnresolvedBreaks(): AsyncIterable<UnresolvedBreak>
}
