import type { CheckoutDeps } from '../../server/checkout/checkout-deps.ts'
import type { Faults } from './faults.ts'
import { BLOCKED, type Actor, type Scheduler, SimulatedFailure } from './scheduler.ts'
import { type OpenTransaction, type Row, type Storage, lock, viewOf } from './tables.ts'

export type World = {
  scheduler: Scheduler
  storage: Storage
  faults: Faults
  reach: CheckoutDeps['reach']
  /** Notes something that lives must meet. */
  sees(sight: string): void
}

/** A connection's error when it breaks. */
export const LOST = 'connection lost'

/** A statement outside of a transaction is one step. It may fail before or after its work. */
export const createStatement =
  ({ scheduler, faults }: Pick<World, 'scheduler' | 'faults'>, actor: Actor) =>
  <Result>(name: string, subject: string, effect: () => Result | typeof BLOCKED) =>
    scheduler.step(actor, [name, subject], () => {
      const isLost = faults.database()
      if (isLost && faults.database()) throw new SimulatedFailure(LOST)
      const result = effect()
      if (isLost && result !== BLOCKED)
        throw new SimulatedFailure('connection lost after the statement was done')
      return result
    })

/** A statement in a transaction is one step, at which its connection may break. */
export function createStatements({ scheduler, storage, faults }: World, tx: OpenTransaction) {
  const statement = <Result>(
    name: string,
    subject: string,
    effect: () => Result | typeof BLOCKED,
  ) =>
    scheduler.step(tx.actor, [name, subject], () => {
      storage.enter(tx)
      if (faults.database()) {
        storage.rollBack(tx)
        throw new SimulatedFailure(LOST)
      }
      return effect()
    })

  /** Waits for the row's lock, then changes the row. */
  function change<Values>(row: Row<Values>, changed: (values: Values) => Values) {
    if (!lock(tx, row)) return scheduler.block(row)
    const values = viewOf(tx, row)
    if (values !== undefined) row.dirty = changed(values)
    return undefined
  }

  return { statement, change }
}

/** Runs `work` and commits. The commit may fail, or its answer is lost and it may still come. */
export async function transact<Transaction, Result>(
  world: World,
  actor: Actor,
  open: (world: World, tx: OpenTransaction) => Transaction,
  work: (tx: Transaction) => Promise<Result>,
) {
  const { scheduler, storage } = world
  const tx = storage.begin(actor)
  let isAsked = false
  try {
    const result = await work(open(world, tx))
    await scheduler.step(actor, ['commits', ''], () => {
      storage.enter(tx)
      isAsked = true
      commit(world, tx)
    })
    return result
  } catch (error) {
    if (!isAsked) await scheduler.step(actor, ['rolls back', ''], () => storage.rollBack(tx))
    throw error
  }
}

function commit({ scheduler, storage, faults, reach }: World, tx: OpenTransaction) {
  const fate = faults.commit()
  switch (fate) {
    case 'done':
      storage.commit(tx)
      break
    case 'done, answer lost':
      storage.commit(tx)
      break
    case 'refused':
      storage.rollBack(tx)
      break
    case 'done late':
      void scheduler.step(
        faults.world,
        ['the late commit of', tx.actor.name],
        () => storage.commit(tx),
        faults.soon(),
      )
      break
  }
  reach('K6')
  if (fate !== 'done') throw new SimulatedFailure('the outcome of the commit is unknown')
}
