import type { Order, SessionStatus } from '../../contract/order.ts'
import type { SessionState } from '../sessions/session.ts'
import type { PageQuery } from './list-pages.ts'

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
