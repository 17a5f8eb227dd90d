import type { IdleTimes } from '../../checkout/ports.ts'
import type { StoreRecords } from '../../store/store-records.ts'
import type { Pool } from '../database.ts'
import { openAccounts } from './accounts.ts'
import { openApiAccessRecords } from './api-access.ts'
import { openAuditRecords } from './audit-log.ts'
import { openCatalogueRecords } from './catalogue.ts'
import { openInvitations } from './invitations.ts'
import { openMembers } from './members.ts'
import { openOrderListRecords } from './order-list.ts'
import { openOrderPageRecords } from './order-page.ts'
import { openPasswordResets } from './passwords.ts'
import { openPaymentProblemRecords } from './payment-problems.ts'
import { openPictureRecords } from './pictures.ts'
import { openSessionRecords } from './sessions.ts'
import { openSettingsRecords } from './settings.ts'
import { openStatisticsRecords } from './statistics.ts'

export const openStoreRecords = (pool: Pool, idleTimes: IdleTimes): StoreRecords => ({
  accounts: openAccounts(pool, idleTimes),
  passwordResets: openPasswordResets(pool),
  team: { ...openMembers(pool), ...openInvitations(pool) },
  orders: { ...openOrderListRecords(pool), ...openOrderPageRecords(pool) },
  paymentProblems: openPaymentProblemRecords(pool),
  catalogue: openCatalogueRecords(pool),
  pictures: openPictureRecords(pool),
  sessions: openSessionRecords(pool),
  statistics: openStatisticsRecords(pool),
  settings: openSettingsRecords(pool),
  apiAccess: openApiAccessRecords(pool),
  audit: openAuditRecords(pool),
})
