import type { Order, SessionStatus } from '../../contract/order.ts'
import type { Refund } from '../refunds/refund.ts'
import type { SessionState } from '../sessions/session.ts'
import type { PageQuery } from './list-pages.ts'

/** An order as programs of the store and of the platform read it. */
export type OrderRecord = {
  order: Order
  customerEmail: string | null
  sessionId: string
  product: string
  size: string | null
  color: string | null
  currency: string
  /** The merchant's JSON text, unchanged. */
  metadata: string | null
  fulfilledAt: Date | null
  withdrawnAt: Date | null
  /** Oldest first. */
  refunds: Pick<Refund, 'id' | 'amount' | 'state' | 'createdAt'>[]
}

/** `paidAfter`, `paidBefore`: exclusive. */
export type OrderQuery = PageQuery & {
  paidAfter?: Date | undefined
  paidBefore?: Date | undefined
}

/** A session in a list. `isLate`: recorded as open although its time is over. */
export type SessionRecord = {
  id: string
  state: SessionState
  isLate: boolean
  order: Order | null
  metadata: string | null
  createdAt: Date
  expiresAt: Date
}

export type SessionQuery = PageQuery & { status?: SessionStatus | undefined }
