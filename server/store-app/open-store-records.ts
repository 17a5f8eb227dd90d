import type { IdleTimes } from '../checkout/ports/cache.ts'
import type { Pool } from '../postgres/database.ts'
import { openAccounts } from './account/accounts.records.ts'
import { openApiAccessRecords } from './settings/api-access.records.ts'
import { openAuditRecords } from './settings/audit-log.records.ts'
import { openBrandingRecords } from './settings/branding.records.ts'
import { openCatalogueRecords } from './products/catalogue.records.ts'
import { openInvitations } from './team/invitations.records.ts'
import { openMembers } from './team/members.records.ts'
import { openOrderListRecords } from './orders/order-list.records.ts'
import { openOrderPageRecords } from './orders/order-details.records.ts'
import { openPasswordResets } from './account/password-resets.records.ts'
import { openPaymentProblemRecords } from './payment-problems/payment-problems.records.ts'
import { openPictureRecords } from './frame/pictures.records.ts'
import { openSecondFactors } from './account/second-factors.records.ts'
import { openSessionRecords } from './sessions/session-list.records.ts'
import { openSellerRecords } from './settings/seller.records.ts'
import { openSettingsRecords } from './settings/settings.records.ts'
import { openStatisticsRecords } from './home/statistics.records.ts'

/**
 * The record as the store application reads and writes it. Every function takes the store that it
 * is about: no other store's rows are touched.
 */
export const openStoreRecords = (pool: Pool, idleTimes: IdleTimes) => ({
  accounts: openAccounts(pool, idleTimes),
  passwordResets: openPasswordResets(pool),
  secondFactors: openSecondFactors(pool),
  team: { ...openMembers(pool), ...openInvitations(pool) },
  orders: { ...openOrderListRecords(pool), ...openOrderPageRecords(pool) },
  paymentProblems: openPaymentProblemRecords(pool),
  catalogue: openCatalogueRecords(pool),
  pictures: openPictureRecords(pool),
  sessions: openSessionRecords(pool),
  statistics: openStatisticsRecords(pool),
  settings: openSettingsRecords(pool),
  seller: openSellerRecords(pool),
  branding: openBrandingRecords(pool),
  apiAccess: openApiAccessRecords(pool),
  audit: openAuditRecords(pool),
})

export type StoreRecords = ReturnType<typeof openStoreRecords>
