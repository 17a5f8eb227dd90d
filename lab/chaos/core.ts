import type pg from 'pg'
import { ids } from '../../server/auth/random.ts'
import { openMemoryCache } from '../../server/cache/memory/memory-cache.ts'
import type { CheckoutDeps } from '../../server/checkout/checkout-deps.ts'
import { createEvents } from '../../server/events.ts'
import { createLog } from '../../server/log.ts'
import { createBreaker } from '../../server/payments/breaker.ts'
import { withCallDeadline } from '../../server/payments/call-deadline.ts'
import { openCheckoutDatabase } from '../../server/postgres/checkout/checkout-database.ts'
import { readServiceId } from '../../server/postgres/database-history.ts'
import { openPool } from '../../server/postgres/database.ts'
import type { Random } from '../model/seeded-random.ts'
import type { Bank } from './bank.ts'

type Asking = {
  bank: Bank
  random: Random
  /** Whether the bank answers as it should. (Default: not always.) */
  isReliable?: boolean
  reach?: CheckoutDeps['reach']
}

/** The core of the service in this process, on the record and the bank of the run. */
export async function openCore(
  connection: pg.PoolConfig,
  { bank, random, isReliable = false, reach = () => undefined }: Asking,
) {
  const pool = openPool(connection, { onIdleError: () => undefined })
  const serviceId = await readServiceId(pool)
  const opened = bank.openProvider({ random, serviceId, isReliable })
  const breaker = createBreaker({ monotonicMs: () => performance.now(), onChange: () => undefined })
  const provider = withCallDeadline(opened.provider, { breaker, onFailure: () => undefined })
  const core: CheckoutDeps = {
    db: openCheckoutDatabase(pool),
    cache: openMemoryCache({ rateLimit: { perSecond: 1, burst: 1 } }),
    ids,
    provider,
    providers: [provider],
    clock: { now: () => new Date() },
    events: createEvents(createLog({ level: 'silent' })),
    tellOwners: () => undefined,
    reach,
  }
  return {
    pool,
    core,
    close: () => Promise.all([pool.close(), opened.close()]),
  }
}
