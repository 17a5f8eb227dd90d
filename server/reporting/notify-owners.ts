import { disputeReason } from '../checkout/refunds/dispute.ts'
import { moneyFormat } from '../checkout/money.ts'
import type { OrphanResolution } from '../checkout/ports/orphan-database.ts'
import type { NotifyOwners } from '../checkout/ports/owner-news.ts'
import { failureMessage } from '../checkout/refunds/refund.ts'
import type { Mails } from '../mail/mails.ts'

/** Mails news of a store's money to its owners, in English like all mails. */
export const createNotifyOwners =
  (mails: Mails, baseUrl: string): NotifyOwners =>
  (news) => {
    const store = { id: news.storeId, name: news.storeName }
    if (news.type === 'webhooks_failing') {
      const page = `${baseUrl}/store/settings/developers/webhooks/${news.endpointId}`
      return mails.webhooksFailing({ ...news, store, page })
    }
    if (news.type === 'orphan_found' || news.type === 'orphan_resolved') {
      const amount = moneyFormat('en', news.currency)(news.amount)
      const url = `${baseUrl}/store/payment-problems`
      return news.type === 'orphan_found'
        ? mails.orphanFound({ store, amount, url, isTaken: !news.isOpen })
        : mails.orphanResolved({ store, amount, url, outcome: RESOLUTIONS[news.resolution] })
    }
    const { orderNumber } = news
    const order = { store, orderNumber, url: `${baseUrl}/store/orders/${orderNumber}` }
    if (news.type === 'withdrawn') return mails.withdrawn({ ...order, isLate: news.isLate })
    if (news.type === 'refund_failed') {
      const { amount, currency, failureCode, restockedUnits: units } = news.refund
      const reason = failureMessage(failureCode ?? '')
      const money = moneyFormat('en', currency)(amount)
      return mails.refundFailed({ ...order, amount: money, reason, units })
    }
    const { amount: disputed, currency, reason, dueAt, state } = news.dispute
    const amount = moneyFormat('en', currency)(disputed)
    if (news.type === 'dispute_closed')
      return mails.disputeClosed({ ...order, amount, isWon: state === 'won' })
    return mails.disputeOpened({
      ...order,
      amount,
      reason: disputeReason(reason),
      dueAt: dueAt && MOMENT.format(dueAt),
    })
  }

const RESOLUTIONS: Record<OrphanResolution, string> = {
  cancelled: 'It was cancelled: nothing was taken from the buyer.',
  refunded: 'The money was given back to the buyer.',
  charged_back: 'The buyer has the money back from the bank, by a dispute.',
  recorded: 'It was found again.',
}

const MOMENT = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
  timeZoneName: 'short',
})
