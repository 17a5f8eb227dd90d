import { isBusy } from '../checkout/errors.ts'
import type {
  CheckoutDatabase,
  CheckoutTransaction,
  SharedWork,
} from '../checkout/ports/database.ts'
import { LOCKED_BY_ANOTHER } from '../checkout/ports/payment-transaction.ts'
import { grouped } from './group.ts'

/** More than this many together are no faster. */
const MOST = 64

type Sharing = {
  transact<Result>(
    work: (tx: CheckoutTransaction) => Promise<Result>,
    patience: { isPatient: boolean },
  ): Promise<Result>
  /** Whether a repeated try would fail with the same error. */
  isHopeless(error: unknown): boolean
}

/**
 * Lets items of the same work share transactions. A shared transaction waits only briefly for
 * locks, because later items wait for it. A locked item is done alone beside it, and so is each
 * item of a failed transaction. After the commit was sent nothing is repeated, because it may have
 * happened, unless the answer is `busy`: a commit that PostgreSQL refuses changes nothing.
 */
export function sharing({ transact, isHopeless }: Sharing): CheckoutDatabase['together'] {
  const groups = new Map<unknown, unknown>()

  function groupOf<Item, Result>(work: SharedWork<Item, Result>) {
    const alone = (item: Item) =>
      transact(
        async (tx) => {
          const [result] = await work.run(tx, [item])
          if (result === undefined || result === LOCKED_BY_ANOTHER)
            throw new Error('a lock was waited for and is not there')
          return result
        },
        { isPatient: true },
      )
    const runAll = async (items: Item[]): Promise<(Result | Promise<Result>)[]> => {
      let isDone = false
      try {
        const results = await transact(
          async (tx) => {
            const all = await work.run(tx, items)
            isDone = true
            return all
          },
          { isPatient: false },
        )
        return items.map((item, index) => {
          const result = results[index]
          return result === undefined || result === LOCKED_BY_ANOTHER ? alone(item) : result
        })
      } catch (error) {
        if ((isDone && !isBusy(error)) || isHopeless(error))
          return items.map(() => Promise.reject(error as Error))
        return items.map(alone)
      }
    }
    const group = grouped(runAll, { most: MOST, keysOf: work.keysOf })
    return (item: Item): Promise<Result> => group(item).then((result) => result)
  }

  return <Item, Result>(work: SharedWork<Item, Result>, item: Item) => {
    const known = groups.get(work) as ((item: Item) => Promise<Result>) | undefined
    const group = known ?? groupOf(work)
    groups.set(work, group)
    return group(item)
  }
}
