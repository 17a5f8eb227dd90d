import type { RefundDatabase } from '../../server/checkout/ports/refund-database.ts'
import { createRefundTransaction } from './refund-transactions.ts'
import type { Actor } from './scheduler.ts'
import type { RefundRow } from './tables.ts'
import { type World, createStatement, transact } from './transact.ts'

/** How long nobody else gets it. */
const CLAIM_MS = 4_000

/** The record's refunds as one process sees them. */
export function createRefunds(world: World, actor: Actor): RefundDatabase {
  const { scheduler, storage } = world
  const { tables } = storage
  const statement = createStatement(world, actor)

  function claim(isWanted: (refund: RefundRow) => boolean, limit = Infinity) {
    const claimed: string[] = []
    for (const row of tables.refunds.values()) {
      const { committed, owner } = row
      if (claimed.length === limit || owner || !committed || !isWanted(committed)) continue
      storage.write(row, { ...committed, nextCheckAt: scheduler.now() + CLAIM_MS })
      claimed.push(committed.id)
    }
    return claimed
  }

  return {
    getRefund: (id) =>
      statement('gets', id, () => {
        const refund = tables.refunds.get(id)?.committed
        const attempt = refund && tables.attempts.get(refund.attemptId)?.committed
        if (!attempt) throw new Error(`there is no refund ${id}`)
        return { refund, attempt }
      }),

    claimDueRefunds: (providers, limit) =>
      statement('claims', 'refunds', () =>
        claim(({ nextCheckAt = Infinity, attemptId }) => {
          const provider = tables.attempts.get(attemptId)?.committed?.provider
          return nextCheckAt <= scheduler.now() && !!provider && providers.includes(provider)
        }, limit),
      ),

    claimRefundsOf: (attemptId) =>
      statement('claims refunds of', attemptId, () => {
        for (const row of tables.refunds.values())
          if (row.committed?.attemptId === attemptId && row.owner) return scheduler.block(row)
        return claim((refund) => refund.attemptId === attemptId && refund.state === 'pending')
      }),

    transaction: (work) => transact(world, actor, createRefundTransaction, work),
  }
}
