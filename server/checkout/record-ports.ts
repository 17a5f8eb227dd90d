import type { Product, Variant } from '../contract/merchant.ts'
import type {
  ChangeStockRequest, KeyKind, Plan, PutProductRequest, StoreOrder, StoreResource, TestPayment, UpdateStoreRequest,
} from '../contract/platform.ts'
import type { AttemptState } from './attempt.ts'
import type { BreakResolution, ReconciliationBreak } from './ports.ts'
import type { CheckoutSession } from './session.ts'

/** Whose key it is and what the store may do. */
export type KeyHolder = { storeId: string; keyKind: KeyKind; plan: Plan; allowedOrigins: string[] }

export type StoredKey = { kind: KeyKind; digest: Buffer; last4: string }

/** A page of a list; undefined instead of a page when no list has handed out its cursor. */
type Page<Item> = { data: Item[]; nextCursor: string | null }
type PageQuery = { limit: number; cursor?: string | undefined }

/** An order as the store application lists it. Amounts are in the minor unit of `currency`. */
export type OrderSummary = {
  orderNumber: string
  paidAt: Date
  customerName: string
  productName: string
  size: string | null
  color: string | null
  quantity: number
  amountTotal: number
  currency: string
}

/** All that the merchant may know of an order. */
export type OrderDetails = OrderSummary & {
  customerPhone: string
  customerEmail: string | null
  deliveryDetails: string
  deliveryFee: number
  unitPrice: number
  imageUrl: string | null
  sessionId: string
  /** The merchant's JSON text, untouched. */
  metadata: string | null
}

/** A payment about which the provider and we disagreed, as its merchant sees it. */
export type PaymentProblem = ReconciliationBreak & {
  sessionId: string
  /** Of the session's order, when it has one. */
  orderNumber: string | null
  detectedAt: Date
} & ({ resolution: null; resolvedAt: null } | { resolution: BreakResolution; resolvedAt: Date })

/** `open`: at least one of the store's is not put right yet. */
export type PaymentProblemState = 'none' | 'settled' | 'open'

/** What the platform keeps beside the checkout: stores, keys, products, orders. Lists are one round trip, reads too. */
export type Records = {
  findKeyHolder(digest: Buffer): Promise<KeyHolder | undefined>
  /** One round trip for the merchant's read: the holder, and the session if it is of the holder's store. */
  findKeyHolderAndSession(digest: Buffer, sessionId: string): Promise<{ holder: KeyHolder; session: CheckoutSession | undefined } | undefined>
  /** Replaces the store's key of that kind. */
  putKey(storeId: string, key: StoredKey): Promise<void>
  /** False when the owner's email address belongs to another account. */
  createStore(store: StoreResource, extras: { keys: StoredKey[]; owner?: { email: string; passwordHash: string } | undefined }): Promise<boolean>
  findStore(id: string): Promise<StoreResource | undefined>
  updateStore(id: string, change: UpdateStoreRequest): Promise<StoreResource | undefined>
  listProducts(storeId: string, query: PageQuery): Promise<Page<Product> | undefined>
  findProduct(storeId: string, slug: string): Promise<Product | undefined>
  putProduct(storeId: string, slug: string, product: PutProductRequest): Promise<Product>
  /** Undefined when there is no such variant, `refused` when its stock would fall below 0. */
  changeStock(storeId: string, slug: string, change: ChangeStockRequest): Promise<Variant | 'refused' | undefined>
  listOrders(storeId: string, query: PageQuery): Promise<Page<StoreOrder> | undefined>
  listOrderSummaries(storeId: string, query: PageQuery): Promise<Page<OrderSummary> | undefined>
  findOrderDetails(storeId: string, orderNumber: string): Promise<OrderDetails | undefined>
  listPaymentProblems(storeId: string, query: PageQuery): Promise<Page<PaymentProblem> | undefined>
  getPaymentProblemState(storeId: string): Promise<PaymentProblemState>
  /** Which pages may show the session's checkout, and until when. */
  findEmbedding(sessionId: string): Promise<{ storeId: string; allowedOrigins: string[]; expiresAt: Date } | undefined>
  isReachable(): Promise<boolean>
}

/** The test provider's side of the platform API; absent with a real provider. */
export type TestRecords = {
  listPayments(query: PageQuery & { storeId?: string | undefined }): Promise<Page<TestPayment> | undefined>
  /** Moves the session's deadline to now. */
  endSessionNow(sessionId: string): Promise<void>
}

export type StoreMember = { id: number; passwordHash: string }

/** Who is signed in at the store application, and at which store. */
export type SignedInMember = { storeId: string; storeName: string; email: string }

/** The accounts of the store application and who is signed in: for 7 days at most, and 12 hours after the last request. */
export type StoreAccounts = {
  /** Whatever case the address is written in. */
  findMember(email: string): Promise<StoreMember | undefined>
  openSession(memberId: number, digest: Buffer): Promise<void>
  /** Undefined for a session that is unknown or over; being asked for keeps it alive. */
  useSession(digest: Buffer): Promise<SignedInMember | undefined>
  endSession(digest: Buffer): Promise<void>
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
  order: { orderNumber: string; amount: number; currency: string } | null
}

export type UnresolvedBreak = ReconciliationBreak
  & { attemptId: string; sessionId: string; orderNumber: string | null; detectedAt: Date }

/** The record as the comparison with a provider's books reads it: in batches, for there may be millions. One comparison each. */
export type ReconciliationRecords = {
  /** By the database's clock. */
  startedAt: Date
  /** Our sides of these payments, by the attempt's id. A payment that is found is not missing. */
  findPayments(payments: { attemptId: string; paymentId: string }[]): Promise<Map<string, RecordedPayment>>
  /** Payments of that provider that we have as captured, begun since then, whose other side was in no batch. */
  listMissing(provider: string, since: Date): AsyncIterable<RecordedPayment>
  /** Breaks whose money is not free yet, oldest first; those of the last minute are being looked after. */
  listUnresolvedBreaks(): AsyncIterable<UnresolvedBreak>
}
