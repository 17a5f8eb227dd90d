import { createRecent } from '../cache/memory/recent.ts'
import { createReceipts } from '../auth/receipts.ts'
import type { KeyHolder } from '../checkout/ports/platform-records.ts'
import { openEventLog } from '../postgres/events/event-log.ts'
import { openReceiptKeys } from '../postgres/buyers/receipt-keys.ts'
import { createEvidence } from '../orders/evidence.ts'
import { openOrders } from '../orders/open-orders.ts'
import type { Infrastructure } from './open-infrastructure.ts'

/** How many keys are remembered that create sessions at the same time; about 300 bytes each. */
const MAX_SEEN_HOLDERS = 5_000

export type MerchantServices = Awaited<ReturnType<typeof openMerchantServices>>

export async function openMerchantServices({
  pool,
  secrets,
  urls,
  monotonicMs,
  now,
}: Infrastructure) {
  const orders = openOrders(pool)
  const materials = secrets.tokenSigningKeys
  const receipts = await createReceipts({ materials, issuer: urls.baseUrl })
  return {
    eventLog: openEventLog(pool),
    seenHolders: createRecent<KeyHolder>(MAX_SEEN_HOLDERS),
    receipts,
    orders,
    evidence: createEvidence({ orders, receipts, issuer: urls.baseUrl, now }),
    receiptKeys: await openReceiptKeys(pool, receipts.publicKeys, monotonicMs),
  }
}
