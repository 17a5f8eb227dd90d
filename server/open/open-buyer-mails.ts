import { createWithdrawalLinks } from '../auth/withdrawal-links.ts'
import type { ClaimedMail, MailOutcome } from '../checkout/ports/buyer-mails.ts'
import type { CheckoutDeps } from '../checkout/checkout-deps.ts'
import { findNotice } from '../checkout/stores/guarantee-notice.ts'
import type { Config } from '../config.ts'
import { writeToBuyer } from '../mail/buyer-letters.ts'
import { createMailSender } from '../mail/buyer-mail-sender.ts'
import { createSmtpPost } from '../mail/smtp-post.ts'
import { openBuyerMailRecords } from '../postgres/buyers/buyer-mails.ts'
import type { Infrastructure } from './open-infrastructure.ts'

type BuyerMailDeps = { infrastructure: Infrastructure; checkout: Pick<CheckoutDeps, 'db'> }

export type BuyerMails = ReturnType<typeof openBuyerMails>

/** Mails to buyers. Without a mail server none is sent, since the log must not name a buyer. */
export function openBuyerMails(
  { smtp, guaranteeNotices }: Pick<Config, 'smtp' | 'guaranteeNotices'>,
  { infrastructure, checkout }: BuyerMailDeps,
) {
  if (!smtp) return { round: async () => {}, close: async () => {} }
  const { pool, cache, events, monotonicMs, mailLimits, now, secrets } = infrastructure
  const links = createWithdrawalLinks({ materials: secrets.tokenSigningKeys, now })
  const records = openBuyerMailRecords(pool)
  const { post, endSoon } = createSmtpPost(smtp)
  const sender = createMailSender({
    records,
    monotonicMs,
    findLimit: mailLimits,
    async send(mail: ClaimedMail): Promise<MailOutcome> {
      const session = await checkout.db.findSession(mail.sessionId)
      if (!session) throw new Error('a mail has no session')
      const { order } = session
      const letter = writeToBuyer({
        ...mail,
        session,
        checkoutUrl: infrastructure.urls.checkoutUrl,
        withdrawalLink:
          mail.kind === 'withdrawal_link' && order
            ? await links.seal({ orderNumber: order.orderNumber, email: mail.to })
            : null,
        guaranteeNotice: findNotice(guaranteeNotices, session.store, () => mail.languages),
      })
      const { to, messageId } = mail
      return post({ ...letter, to, messageId, handOver: () => records.handOver(mail) })
    },
    onOutcome: events.buyerMailTried,
    onFailure: (error) => events.backgroundFailed({ error }),
  })
  cache.signals.subscribe((signal) => {
    if (signal.type === 'orders_placed' || signal.type === 'events_written') sender.wake()
  })
  return {
    round: sender.round,
    close() {
      endSoon()
      return sender.close()
    },
  }
}
