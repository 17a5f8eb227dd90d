import type { PasswordResets, StoreAccounts } from './frame/accounts.ts'
import type { ApiAccessRecords } from './settings/api-access.ts'
import type { AuditRecords } from './settings/audit-log.ts'
import type { BrandingRecords } from './settings/branding.ts'
import type { CatalogueRecords } from './products/catalogue.ts'
import type { OrderListRecords } from './orders/order-list.ts'
import type { OrderPageRecords } from './orders/order-details.ts'
import type { PaymentProblemRecords } from './payment-problems/payment-problems.ts'
import type { PictureRecords } from '../pictures/pictures.ts'
import type { SecondFactorRecords } from './frame/second-factors.ts'
import type { SessionRecords } from './sessions/session-list.ts'
import type { SellerRecords } from './settings/seller.ts'
import type { SettingsRecords } from './settings/settings.ts'
import type { StatisticsRecords } from './home/statistics.ts'
import type { TeamRecords } from './team/team.ts'

/**
 * The record as the store application reads and writes it. Every function takes the store that it
 * is about: no other store's rows are touched.
 */
export type StoreRecords = {
  accounts: StoreAccounts
  passwordResets: PasswordResets
  secondFactors: SecondFactorRecords
  team: TeamRecords
  orders: OrderListRecords & OrderPageRecords
  paymentProblems: PaymentProblemRecords
  catalogue: CatalogueRecords
  pictures: PictureRecords
  sessions: SessionRecords
  statistics: StatisticsRecords
  settings: SettingsRecords
  seller: SellerRecords
  branding: BrandingRecords
  apiAccess: ApiAccessRecords
  audit: AuditRecords
}
