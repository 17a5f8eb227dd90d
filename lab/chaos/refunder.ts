import type pg from 'pg'
import type { Banks } from './banks.ts'
import { STEP } from './bank-acts.ts'
import { type Acknowledgements, variantKey } from './acknowledged.ts'
import { randomBase62 } from '../../server/auth/random.ts'
import { requestRefund } from '../../server/checkout/refunds/refund-order.ts'
import { RefundRefused } from '../../server/checkout/refunds/refund.ts'
import { type RowOf, columns, integer, orNull, text } from '../../server/postgres/columns.ts'
import { sql } from '../../server/postgres/database.ts'
import { openCore } from './core.ts'
import { branch } from './flow-plan.ts'
import { startRounds } from './rounds.ts'

const DEATHS = 0.15

class Died extends Error {
  override readonly name = 'Died'
}

const ORDER = columns({
  orderNumber: text('o.order_number'),
  sessionId: text('o.session_id'),
  storeId: text('o.store_id'),
  product: text('p.slug'),
  size: orNull(text('v.size')),
  color: orNull(text('v.color_name')),
  amountTotal: integer('o.amount_total'),
  quantity: integer('o.quantity'),
})

type Order = RowOf<typeof ORDER>

/**
 * Merchants who refund paid orders: in parts, too much, from several windows, and with the same
 * form again. They use a core that often dies, or loses the provider's answer, in the middle of a
 * refund.
 */
export async function startRefunder(
  connection: pg.PoolConfig,
  { banks, acknowledged, seed }: { banks: Banks; acknowledged: Acknowledgements; seed: number },
) {
  const random = branch(seed, 'refunder')
  const { pool, core, close } = await openCore(connection, {
    banks,
    random,
    reach: (failpoint) => {
      if (random.chance(DEATHS)) throw new Died(failpoint)
    },
  })
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
      // Recovery must finish every refund. While PostgreSQL is away there are none.
      const asking = requestRefund(core, form)
        .then(({ state }) => end(state === 'succeeded' ? 'done' : 'unheard'))
        .catch((error: unknown) => end(error instanceof RefundRefused ? 'refused' : 'unheard'))
        .finally(() => underway.delete(asking))
      underway.add(asking)
    }
  }

  const round = async () => {
    const orders = await ORDER.rows(
      pool,
      sql`
        select ${ORDER.list}
        from orders o
        join variants v on v.id = o.variant_id
        join products p on p.id = v.product_id
        where o.refunded < o.amount_total
        order by random()
        limit 3`,
    )
    orders.forEach(refund)
  }

  const stopRounds = startRounds(round)
  return {
    async stop() {
      await stopRounds()
      await Promise.all(underway)
      await close()
    },
  }
}
