import { announceSessions } from '../sessions/announce-session.ts'
import type { CheckoutDeps } from '../checkout-deps.ts'
import type { Dispute } from './dispute.ts'
import type { CapturedFields } from '../ports/checkout-events.ts'
import type { LockedCharge } from '../ports/charge-database.ts'
import type { Refund } from './refund.ts'

/** What a reading of a charge has brought that was not on record before. */
export type ChargeNews =
  | ({ type: 'captured_differs' } & CapturedFields)
  | { type: 'refund_settled' | 'refund_made_at_provider'; refund: Refund }
  | { type: 'refund_failed_late'; order: LockedCharge; refund: Refund }
  | { type: 'dispute_opened' | 'dispute_closed'; order: LockedCharge; dispute: Dispute }

/** Call this after the commit. It logs the news, and notifies the owners when they have to act. */
export async function announceNews(deps: CheckoutDeps, news: ChargeNews) {
  const { events, notifyOwners } = deps
  switch (news.type) {
    case 'captured_differs': {
      const { type: _, ...fields } = news
      events.capturedDiffers(fields)
      break
    }
    case 'refund_settled':
      events.refundSettled({ ...fieldsOf(news.refund), state: news.refund.state })
      await announceRefund(deps, news.refund)
      break
    case 'refund_made_at_provider':
      events.refundMadeAtProvider(fieldsOf(news.refund))
      await announceRefund(deps, news.refund)
      break
    case 'refund_failed_late': {
      const { order, refund } = news
      events.refundFailedLate({ ...fieldsOf(refund), code: refund.failureCode ?? '' })
      notifyOwners({ ...storeOf(order), type: 'refund_failed', refund })
      break
    }
    case 'dispute_opened':
    case 'dispute_closed': {
      const { type, order, dispute } = news
      const { providerDisputeId: disputeId, amount, currency, reason, state } = dispute
      const fields = { storeId: order.storeId, disputeId, amount, currency, reason, state }
      if (type === 'dispute_opened') events.disputeOpened(fields)
      else events.disputeClosed(fields)
      notifyOwners({ ...storeOf(order), type, dispute })
      break
    }
  }
}

async function announceRefund(deps: CheckoutDeps, { state, storeId }: Refund) {
  if (state === 'succeeded') await announceSessions(deps, { writtenIn: [storeId] })
}

const fieldsOf = ({ id: refundId, storeId, amount, currency }: Refund) => ({
  refundId,
  storeId,
  amount,
  currency,
})

const storeOf = ({ storeId, storeName, orderNumber }: LockedCharge) => ({
  storeId,
  storeName,
  orderNumber,
})
