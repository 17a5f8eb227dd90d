import type pg from 'pg'
import type { Bank } from './bank.ts'
import { type Acknowledged, variantKey } from './acknowledged.ts'
import { ids, randomBase62 } from '../../server/auth/random.ts'
import type { PaymentProvider } from '../../server/checkout/ports/provider.ts'
import type { CheckoutDeps } from '../../server/checkout/checkout-deps.ts'
import { requestRefund } from '../../server/checkout/refund-order.ts'
import { RefundRefused } from '../../server/checkout/refund.ts'
import { createEvents } from '../../server/events.ts'
import { createLog } from '../../server/log.ts'
import { openMemoryCache } from '../../server/cache/memory/memory-cache.ts'
import { createBreaker } from '../../server/payments/breaker.ts'
import { withCallDeadline } from '../../server/payments/call-deadline.ts'
import { openCheckoutDatabase } from '../../server/postgres/checkout/checkout-database.ts'
import { readServiceId } from '../../server/postgres/database-history.ts'
import { openPool, sql } from '../../server/postgres/database.ts'
import type { Random } from '../model/seeded-random.ts'
import { branch } from './flow-plan.ts'
import { startRounds } from './rounds.ts'

const DEATHS = 0.15

/** Stripe takes no other amounts of currencies with three decimals. */
const STEP = 10

class Died extends Error {
  override readonly name = 'Died'
}

/**
 * The core as a process has it that often dies, or loses its provider's answer, in the middle of a
 * refund.
 */
function openUnreliableCore(
  { pool, bank }: { pool: ReturnType<typeof openPool>; bank: PaymentProvider },
  random: Random,
): CheckoutDeps {
  const breaker = createBreaker({ monotonicMs: () => performance.now(), onChange: () => undefined })
  const provider = withCallDeadline(bank, { breaker, onFailure: () => undefined })
  return {
    db: openCheckoutDatabase(pool),
    cache: openMemoryCache({ rateLimit: { perSecond: 1, burst: 1 } }),
    ids,
    provider,
    providers: [provider],
    clock: { now: () => new Date() },
    events: createEvents(createLog({ level: 'silent' })),
    tellOwners: () => undefined,
    reach: (failpoint) => {
      if (random.chance(DEATHS)) throw new Died(failpoint)
    },
  }
}

type Order = {
  orderNumber: string
  sessionId: string
  storeId: string
  product: string
  size: string | null
  color: string | null
  amountTotal: number
  quantity: number
}

/**
 * Merchants who give back money of paid orders: parts, too much, from several windows at once, and
 * the same form again.
 */
export async function startRefunder(
  connection: pg.PoolConfig,
  { bank, acknowledged, seed }: { bank: Bank; acknowledged: Acknowledged; seed: number },
) {
  const random = branch(seed, 'refunder')
  const pool = openPool(connection, { onIdleError: () => undefined })
  const serviceId = await readServiceId(pool)
  const { provider, close } = bank.openProvider({ random, serviceId })
  const core = openUnreliableCore({ pool, bank: provider }, random)
  const underway = new Set<Promise<unknown>>()

  function refund(order: Order) {
    const { orderNumber, storeId, amountTotal, quantity } = order
    const form = {
      orderNumber,
      storeId,
      amount: STEP + Math.floor(random.below(amountTotal) / STEP) * STEP,
      returnedUnits: random.below(quantity + 1),
      reason: null,
      actor: { name: 'merchant', address: null },
      idempotencyKey: randomBase62(24),
    }
    for (let copies = random.chance(0.3) ? 3 : 1; copies > 0; copies -= 1) {
      const end = acknowledged.begin({
        deed: 'refund',
        session: order.sessionId,
        key: form.idempotencyKey,
        amount: form.amount,
        variant: variantKey(storeId, order.product, order),
        units: form.returnedUnits,
      })
      // Whatever becomes of a refund, recovery has to finish it; while PostgreSQL is away there is
      // none.
      const asking = requestRefund(core, form)
        .then(({ state }) => end(state === 'succeeded' ? 'done' : 'unheard'))
        .catch((error: unknown) => end(error instanceof RefundRefused ? 'refused' : 'unheard'))
        .finally(() => underway.delete(asking))
      underway.add(asking)
    }
  }

  const round = async () => {
    const orders = await pool.rows<Order>(sql`
      select o.order_number as "orderNumber", o.session_id as "sessionId", o.store_id as "storeId",
        p.slug as product, v.size, v.color_name as color, o.amount_total as "amountTotal",
        o.quantity
      from orders o
      join variants v on v.id = o.variant_id
      join products p on p.id = v.product_id
      where o.refunded < o.amount_total
      order by random()
      limit 3`)
    orders.forEach(refund)
  }

  const stopRounds = startRounds(round)
  return {
    async stop() {
      await stopRounds()
      await Promise.all(underway)
      await Promise.all([pool.close(), close()])
    },
  }
}
