import type { ChargeDatabase } from '../../server/checkout/ports/charge-database.ts'
import { createChargeTransaction, orderOf } from './charge-transactions.ts'
import { answerLateFailure } from './late-failure-answers.ts'
import type { Actor } from './scheduler.ts'
import type { OrderRow, Row } from './tables.ts'
import { type World, createStatement, transact } from './transact.ts'

/** How long nobody else gets it. */
const CLAIM_MS = 10_000

/** A bank that does not answer is asked again after 5, 10, 20 … 600 s. */
const waitMs = ({ readings, readingNumber }: OrderRow) =>
  Math.min(600, 5 * 2 ** Math.min(readings - readingNumber, 7)) * 1_000

/** What the record of one process says about orders' money at the bank. */
export function createCharges(world: World, actor: Actor): ChargeDatabase {
  const { scheduler, storage } = world
  const { tables } = storage
  const statement = createStatement(world, actor)

  const providerOf = ({ attemptId }: OrderRow) =>
    tables.attempts.get(attemptId)?.committed?.provider

  function isDue({ committed, owner }: Row<OrderRow>) {
    const dueAt = committed?.readingDueAt ?? Infinity
    return !owner && dueAt <= scheduler.now()
  }

  const countReading = (attemptId: string) =>
    statement('begins to read', attemptId, () => {
      const row = orderOf(tables.orders, attemptId)
      const attempt = tables.attempts.get(attemptId)?.committed
      if (!row?.committed || !attempt) return undefined
      if (row.owner) return scheduler.block(row)
      const order = row.committed
      const number = order.readings + 1
      const readingDueAt = scheduler.now() + waitMs(order)
      storage.write(row, { ...order, readings: number, readingDueAt })
      return { number, onRecord: order.readingNumber, attempt }
    })

  const leaveNews = (attemptId: string) =>
    statement('leaves news of', attemptId, () => {
      const row = tables.attempts.get(attemptId)
      if (!row?.committed) return false
      if (row.owner) return scheduler.block(row)
      const { state } = row.committed
      if (state === 'declined' || state === 'voided' || state === 'refunded') return false
      storage.write(row, { ...row.committed, hasNews: true })
      return true
    })

  return {
    async beginReading(attemptId) {
      const begun = await countReading(attemptId)
      return begun || !(await leaveNews(attemptId)) ? begun : countReading(attemptId)
    },

    claimDueReadings: (providers, limit) =>
      statement('claims', 'readings', () => {
        const claimed: string[] = []
        for (const row of tables.orders.values()) {
          const order = row.committed
          const provider = order && providerOf(order)
          if (claimed.length === limit || !provider || !providers.includes(provider)) continue
          if (!isDue(row)) continue
          storage.write(row, { ...order, readingDueAt: scheduler.now() + CLAIM_MS })
          claimed.push(order.attemptId)
        }
        return claimed
      }),

    findAttemptId: ({ provider, paymentId }) =>
      statement('looks for', paymentId, () => {
        for (const { committed } of tables.attempts.values())
          if (committed?.provider === provider && committed.providerPaymentId === paymentId)
            return committed.id
        return undefined
      }),

    answerLateFailure: (failure) =>
      transact(
        world,
        actor,
        (_, tx) => tx,
        (tx) => answerLateFailure(world, tx, failure),
      ),

    transaction: (work) => transact(world, actor, createChargeTransaction, work),
  }
}
