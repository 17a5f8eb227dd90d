import { createWorkProofs } from '../../server/auth/work-proofs.ts'
import type pg from 'pg'
import { ids } from '../../server/auth/random.ts'
import { openMemoryCache } from '../../server/cache/memory/memory-cache.ts'
import type { CheckoutDeps } from '../../server/checkout/checkout-deps.ts'
import { createEvents } from '../../server/reporting/events.ts'
import { createLog } from '../../server/reporting/log.ts'
import { createBreaker } from '../../server/payments/breaker.ts'
import { withCallDeadline } from '../../server/payments/call-deadline.ts'
import { openCheckoutDatabase } from '../../server/postgres/checkout-database.ts'
import { readServiceId } from '../../server/postgres/upkeep/database-history.ts'
import { openPool } from '../../server/postgres/database.ts'
import type { Random } from '../model/seeded-random.ts'
import type { Banks } from './banks.ts'

type Asking = {
  banks: Banks
  random: Random
  /** Whether the banks answer as they should. (Default: not always.) */
  isReliable?: boolean
  reach?: CheckoutDeps['reach']
}

/** The service's core in this process, with the record and banks of the run. */
export async function openCore(
  connection: pg.PoolConfig,
  { banks, random, isReliable = false, reach = () => undefined }: Asking,
) {
  const pool = openPool(connection, { onIdleError: () => undefined })
  const serviceId = await readServiceId(pool)
  const opened = banks.openProviders({ random, serviceId, isReliable })
  const providers = opened.map(({ provider }) => {
    const breaker = createBreaker({
      monotonicMs: () => performance.now(),
      onChange: () => undefined,
    })
    return withCallDeadline(provider, { breaker, onFailure: () => undefined })
  })
  const [provider] = providers
  if (!provider) throw new Error('there is no bank')
  const core: CheckoutDeps = {
    db: openCheckoutDatabase(pool),
    cache: openMemoryCache({ rateLimit: { perSecond: 1, burst: 1 } }),
    ids,
    provider,
    testProvider: provider,
    providers,
    clock: { now: () => new Date() },
    events: createEvents(createLog({ level: 'silent' })),
    notifyOwners: () => undefined,
    workProofs: createWorkProofs(Buffer.alloc(32)),
    reach,
  }
  return {
    pool,
    core,
    close: () => Promise.all([pool.close(), ...opened.map((each) => each.close())]),
  }
}
