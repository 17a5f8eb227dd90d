import type { IdleTimes } from '../checkout/ports/cache.ts'
import type { Pool } from '../postgres/database.ts'
import { openAccounts } from './account/accounts.records.ts'
import { openApiAccessRecords } from './settings/api-access.records.ts'
import { openAuditRecords } from './audit-log/audit-log.records.ts'
import { openSaleMailChoice } from './account/sale-mails.records.ts'
import { openSettingsRecords } from './settings/settings.records.ts'
import { openCatalogueRecords } from './products/catalogue.records.ts'
import { openTeamRecords } from './team/team.records.ts'
import { openOrders } from '../orders/open-orders.ts'
import { openOrderActions } from './orders/order-actions.records.ts'
import { openPasswordResets } from './account/password-resets.records.ts'
import { openPaymentProblemRecords } from './payment-problems/payment-problems.records.ts'
import { openPictureRecords } from './frame/pictures.records.ts'
import { openSecondFactors } from './account/second-factors.records.ts'
import { openSessionRecords } from './sessions/session-list.records.ts'
import { openStatisticsRecords } from './home/statistics.records.ts'

/** The store application's records. Every function touches rows of one store only. */
export const openStoreRecords = (pool: Pool, idleTimes: IdleTimes) => ({
  accounts: openAccounts(pool, idleTimes),
  saleMails: openSaleMailChoice(pool),
  passwordResets: openPasswordResets(pool),
  secondFactors: openSecondFactors(pool),
  team: openTeamRecords(pool),
  orders: { ...openOrders(pool), ...openOrderActions(pool) },
  paymentProblems: openPaymentProblemRecords(pool),
  catalogue: openCatalogueRecords(pool),
  pictures: openPictureRecords(pool),
  sessions: openSessionRecords(pool),
  statistics: openStatisticsRecords(pool),
  settings: openSettingsRecords(pool),
  apiAccess: openApiAccessRecords(pool),
  audit: openAuditRecords(pool),
})

export type StoreRecords = ReturnType<typeof openStoreRecords>
