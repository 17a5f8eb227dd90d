import type { MailOutcome } from '../checkout/ports/buyer-mails.ts'
import type { SaleMail } from '../checkout/ports/sale-mails.ts'
import type { Config } from '../config.ts'
import { createMailSender } from '../mail/buyer-mail-sender.ts'
import { writeOfSales } from '../mail/sale-letters.ts'
import { createSmtpPost } from '../mail/smtp-post.ts'
import { openSaleMailRecords } from '../postgres/orders/sale-mails.ts'
import type { Infrastructure } from './open-infrastructure.ts'

export type SaleMails = ReturnType<typeof openSaleMails>

/** Mails to members about sales. Without a mail server none is sent: the log has the orders. */
export function openSaleMails({ smtp }: Pick<Config, 'smtp'>, infrastructure: Infrastructure) {
  if (!smtp) return { round: async () => false, close: async () => {} }
  const { pool, events, monotonicMs, mailLimits, urls } = infrastructure
  const records = openSaleMailRecords(pool)
  const { post, endSoon } = createSmtpPost(smtp)
  const sender = createMailSender({
    records,
    monotonicMs,
    findLimit: ({ to }) => mailLimits({ to, isOfSales: true }),
    async send(mail: SaleMail): Promise<MailOutcome> {
      const { to, messageId, store } = mail
      const listed = await records.listSales(mail)
      const letter = writeOfSales({ store, ...listed, baseUrl: urls.baseUrl })
      return post({ ...letter, to, messageId, handOver: () => records.handOver(mail) })
    },
    onOutcome: events.saleMailTried,
    onFailure: (error) => events.backgroundFailed({ error }),
  })
  return {
    async round() {
      const hasMore = await records.gather()
      await sender.round()
      return hasMore
    },
    close() {
      endSoon()
      return sender.close()
    },
  }
}
