import type { PasswordResets, StoreAccounts } from './accounts.ts'
import type { ApiAccessRecords } from './api-access.ts'
import type { AuditRecords } from './audit.ts'
import type { CatalogueRecords } from './catalogue.ts'
import type { OrderListRecords } from './order-list.ts'
import type { OrderPageRecords } from './order-page.ts'
import type { PaymentProblemRecords } from './payment-problems.ts'
import type { PictureRecords } from './pictures.ts'
import type { SessionRecords } from './sessions.ts'
import type { SettingsRecords } from './settings.ts'
import type { StatisticsRecords } from './statistics.ts'
import type { TeamRecords } from './team.ts'

/**
 * The record as the store application reads and writes it. Every function takes the store that it
 * is about: no other store's rows are touched.
 */
export type StoreRecords = {
  accounts: StoreAccounts
  passwordResets: PasswordResets
  team: TeamRecords
  orders: OrderListRecords & OrderPageRecords
  paymentProblems: PaymentProblemRecords
  catalogue: CatalogueRecords
  pictures: PictureRecords
  sessions: SessionRecords
  statistics: StatisticsRecords
  settings: SettingsRecords
  apiAccess: ApiAccessRecords
  audit: AuditRecords
}
