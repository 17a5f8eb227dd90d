import { createRecent } from '../admission/recent.ts'
import { createReceipts } from '../auth/receipts.ts'
import type { KeyHolder } from '../checkout/ports/platform-records.ts'
import { openEventLog } from '../postgres/event-log.ts'
import type { Ground } from './open-ground.ts'

/** Keys that create sessions at the same time in one process; about 300 bytes each. */
const MAX_SEEN_HOLDERS = 5_000

export type MerchantSide = Awaited<ReturnType<typeof openMerchantSide>>

/** What merchants' servers are answered from. */
export const openMerchantSide = async ({ pool, secrets, urls }: Ground) => ({
  eventLog: openEventLog(pool),
  seenHolders: createRecent<KeyHolder>(MAX_SEEN_HOLDERS),
  receipts: await createReceipts({ materials: secrets.tokenSigningKeys, issuer: urls.baseUrl }),
})
