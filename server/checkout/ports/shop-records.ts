import type { Order, SessionStatus } from '../../contract/order.ts'
import type { Refund } from '../refund.ts'
import type { SessionState } from '../session.ts'
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
  /** The merchant's JSON text, untouched. */
  metadata: string | null
  fulfilledAt: Date | null
  /** Oldest first. */
  refunds: Pick<Refund, 'id' | 'amount' | 'state' | 'createdAt'>[]
}

/** `paidAfter`, `paidBefore`: neither moment is meant itself. */
export type OrderQuery = PageQuery & {
  paidAfter?: Date | undefined
  paidBefore?: Date | undefined
}

/**
 * A session as a list has it. `isLate`: it is open in the record although its time is over; whoever
 * reads it alone ends it.
 */
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
