import type { Branding } from '../stores/branding.ts'
import type { AddressedMail, MailRecords } from './buyer-mails.ts'

/** How often a member hears of sales. */
export const SALE_MAILS = ['each', 'daily', 'none'] as const

export type SaleMails = (typeof SALE_MAILS)[number]

/** What a member hears of an order: nothing of its buyer. Amounts are in the minor unit. */
export type Sale = {
  orderNumber: string
  productName: string
  size: string | null
  color: string | null
  quantity: number
  amountTotal: number
  currency: string
}

export type SellingStore = {
  name: string
  isTest: boolean
  logoUrl: string | null
  branding: Branding | null
}

/** To a member of the store, about its new orders. */
export type SaleMail = AddressedMail & { store: SellingStore }

export type SaleMailRecords = MailRecords<SaleMail> & {
  /** Puts new orders into mails. True when there were so many that more may be left. */
  gather(): Promise<boolean>
  /** The first orders that the claimed mail is about, oldest first, and how many there are. */
  listSales(mail: SaleMail): Promise<{ sales: Sale[]; count: number }>
}
