import type { Page, PageQuery } from './list-pages.ts'
import type { Product } from '../../contract/merchant.ts'
import type {
  ChangeStockRequest,
  KeyKind,
  ListedStore,
  Plan,
  PlatformProduct,
  PutProductRequest,
  StoreResource,
  UpdateStoreRequest,
} from '../../contract/platform.ts'
import type { TestPayment } from '../../contract/test-provider.ts'
import type { Actor } from '../audit.ts'
import type { AttemptState } from '../attempt.ts'
import type { StockChange } from '../catalogue.ts'
import type { ReconciliationBreak } from './payment-transaction.ts'
import type { OrderQuery, OrderRecord, SessionQuery, SessionRecord } from './shop-records.ts'
import type { Unsaid } from '../seller.ts'
import type { CheckoutSession } from '../session.ts'

/** Whose key it is, what the store may do, and the currency that it sells in. */
export type KeyHolder = {
  storeId: string
  keyKind: KeyKind
  plan: Plan
  currency: string
  allowedOrigins: string[]
  /** Whether the store sells nothing any more. */
  isClosed: boolean
  /** Whether it is a test store. */
  isTest: boolean
  /** What it has yet to say before it may take real money. */
  missing: Unsaid[]
}

/** What is kept of a key; of a secret key that is too little to use it. */
export type StoredKey = { kind: KeyKind; digest: Buffer; last4: string; publicText: string | null }

/** What a merchant reads of a session that is open, or whose payment is under way. */
export type OpenSession = { state: 'open' | 'paying'; order: null; metadata: string | null }

export type Embedding = {
  storeId: string
  allowedOrigins: string[]
  /** Whether it is a session of a test store. */
  isTest: boolean
  /** Of the store, BCP 47. */
  language: string
  expiresAt: Date
}

/** Which product the platform changes. `address`: of whoever calls, for the store's audit log. */
export type PlatformEdit = { storeId: string; slug: string; address: string | null }

/** What a store begins with. */
export type NewStoreExtras = {
  keys: StoredKey[]
  owner?: { email: string; passwordHash: string } | undefined
}

/** What has become of a change. `currency_fixed`: the store has an order; nothing was changed. */
export type StoreUpdate =
  | { type: 'updated'; store: StoreResource }
  | { type: 'no_store' }
  | { type: 'currency_fixed' }

/**
 * What has become of a product that was to be written. In the last two nothing was changed;
 * `negative_stock`: a count that is below 0 and not the one that there is, which is `onHand`.
 */
export type ProductWriting =
  | { type: 'written'; product: PlatformProduct }
  | { type: 'unexpected' }
  | { type: 'negative_stock'; index: number; onHand: number }

/**
 * What the platform keeps beside the checkout: stores, keys, products, orders. Lists are one round
 * trip, reads too.
 */
export type Records = {
  findKeyHolder(digest: Buffer): Promise<KeyHolder | undefined>
  /**
   * One round trip for the merchant's read: the holder, and the session if it is of the holder's
   * store.
   */
  findKeyHolderAndSession(
    digest: Buffer,
    sessionId: string,
  ): Promise<{ holder: KeyHolder; session: CheckoutSession | undefined } | undefined>
  /**
   * The session alone, while it is open, if the key is a secret one of its store that may read it;
   * otherwise `findKeyHolderAndSession` says what it is.
   */
  findOpenSession(digest: Buffer, sessionId: string): Promise<OpenSession | undefined>
  /** False when the owner's email address belongs to another account. */
  createStore(store: StoreResource, extras: NewStoreExtras): Promise<boolean>
  findStore(id: string): Promise<StoreResource | undefined>
  /** `address`: of whoever calls, for the store's audit log. */
  updateStore(id: string, change: UpdateStoreRequest, address: string | null): Promise<StoreUpdate>
  /** Newest first. */
  listStores(query: PageQuery): Promise<Page<ListedStore> | undefined>
  /**
   * No session begins from now on, and those there are end now; a payment under way goes on.
   * Undefined when there is no such store.
   */
  closeStore(id: string, actor: Actor): Promise<ListedStore | undefined>
  listProducts(storeId: string, query: PageQuery): Promise<Page<Product> | undefined>
  findProduct(storeId: string, slug: string): Promise<Product | undefined>
  /** What is on hand of it, too. */
  findProductOnHand(storeId: string, slug: string): Promise<PlatformProduct | undefined>
  /** `isExpected`: asked of the product as it is, locked; undefined when there is none. */
  putProduct(
    edit: PlatformEdit,
    product: PutProductRequest,
    isExpected?: (current: PlatformProduct | undefined) => boolean,
  ): Promise<ProductWriting>
  changeStock(edit: PlatformEdit, change: ChangeStockRequest): Promise<StockChange>
  /** Newest first. */
  listOrders(storeId: string, query: OrderQuery): Promise<Page<OrderRecord> | undefined>
  findOrder(storeId: string, orderNumber: string): Promise<OrderRecord | undefined>
  /** Newest first. */
  listSessions(storeId: string, query: SessionQuery): Promise<Page<SessionRecord> | undefined>
  /** Which pages may show the session's checkout, and until when. */
  findEmbedding(sessionId: string): Promise<Embedding | undefined>
  /**
   * The same for a page of that origin (`hosted` for our own), which opens the session now if it
   * may show it.
   */
  openEmbedding(sessionId: string, origin: string | null): Promise<Embedding | undefined>
  /** False of a standby, too, and of a database that only reads. */
  isWritable(): Promise<boolean>
}

/** The test provider's side of the platform API; absent with a real provider. */
export type TestRecords = {
  listPayments(
    query: PageQuery & { storeId?: string | undefined },
  ): Promise<Page<TestPayment> | undefined>
  /**
   * Moves the session's deadline to now. False of one that is none of its own: where real money moves,
   * those of live stores are not.
   */
  endSessionNow(sessionId: string): Promise<boolean>
}

/** Our side of a payment: the attempt and, when it was paid, the order. */
export type RecordedPayment = {
  attemptId: string
  sessionId: string
  /** The provider's own id, once it was known. */
  providerPaymentId: string | null
  state: AttemptState
  /** Somebody may be moving it at this moment: the two sides may be of different moments. */
  isMoving: boolean
  order: {
    orderNumber: string
    amount: number
    currency: string
    refunded: number
    /** Reserved for refunds that the provider has not decided yet. */
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
 * The record as the comparison with a provider's books reads it: in batches, for there may be
 * millions of payments. Open one for each comparison.
 */
export type ReconciliationRecords = {
  /** By the database's clock. */
  startedAt: Date
  /** Our sides of these payments, by the attempt's id. A payment that is found is not missing. */
  findPayments(
    payments: { attemptId: string; paymentId: string }[],
  ): Promise<Map<string, RecordedPayment>>
  /**
   * Payments of that provider that we have as captured, begun since then, whose other side was in
   * no batch.
   */
  listMissing(provider: string, since: Date): AsyncIterable<RecordedPayment>
  /**
   * Breaks whose money is not free yet, oldest first; those of the last minute are being looked
   * after.
   */
  listUnresolvedBreaks(): AsyncIterable<UnresolvedBreak>
}
