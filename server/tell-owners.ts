import { disputeReason } from './checkout/dispute.ts'
import { currencyDigits } from './checkout/money.ts'
import type { OrphanResolution } from './checkout/ports/orphan-database.ts'
import type { TellOwners } from './checkout/ports/owner-news.ts'
import { failureMessage } from './checkout/refund.ts'
import type { Mails } from './mail/mails.ts'

/** News of a store's money as mails to its owners, in English as all of them. */
export const createTellOwners =
  (mails: Mails, baseUrl: string): TellOwners =>
  (news) => {
    const store = { id: news.storeId, name: news.storeName }
    if (news.type === 'webhooks_failing') return mails.webhooksFailing({ ...news, store })
    if (news.type === 'orphan_found' || news.type === 'orphan_resolved') {
      const amount = moneyText(news.amount, news.currency)
      const url = `${baseUrl}/store/payment-problems`
      return news.type === 'orphan_found'
        ? mails.orphanFound({ store, amount, url, isTaken: !news.isOpen })
        : mails.orphanResolved({ store, amount, url, outcome: RESOLUTIONS[news.resolution] })
    }
    const { orderNumber } = news
    const order = { store, orderNumber, url: `${baseUrl}/store/orders/${orderNumber}` }
    if (news.type === 'refund_failed') {
      const { amount, currency, failureCode, restockedUnits: units } = news.refund
      const reason = failureMessage(failureCode ?? '')
      return mails.refundFailed({ ...order, amount: moneyText(amount, currency), reason, units })
    }
    const { amount: disputed, currency, reason, dueAt, state } = news.dispute
    const amount = moneyText(disputed, currency)
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

function moneyText(amount: number, currency: string) {
  const digits = currencyDigits(currency)
  return new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount / 10 ** digits)
}
