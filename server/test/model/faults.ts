import type { Random } from './random.ts'
import type { Actor, Scheduler } from './scheduler.ts'

/** How likely each part fails at a step; 0 to 1. */
export type FaultRates = { database: number; provider: number; cache: number }

export type CommitFate = 'done' | 'done, answer lost' | 'refused' | 'done late'

export type CallFate = 'answered' | 'slow' | 'request lost' | 'answer lost' | 'done late' | 'done twice'

const COMMIT_FATES: readonly CommitFate[] = ['done, answer lost', 'refused', 'done late']
const CALL_FATES: readonly CallFate[] = ['slow', 'request lost', 'answer lost', 'done late', 'done twice']

export type Faults = ReturnType<typeof createFaults>

export function createFaults({ random, scheduler, rates }: { random: Random; scheduler: Scheduler; rates: FaultRates }) {
  let isOver = false
  const happens = (rate: number) => !isOver && random.chance(rate)
  /** What happens without anybody of the service. */
  const world: Actor = { name: 'world', pausedUntil: 0 }
  return {
    world,
    database: () => happens(rates.database),
    cache: () => happens(rates.cache),
    commit: (): CommitFate => happens(rates.database * 2) ? random.pick(COMMIT_FATES) : 'done',
    call: (): CallFate => happens(rates.provider) ? random.pick(CALL_FATES) : 'answered',
    /** A moment within the next seconds. */
    soon: () => scheduler.now() + 1 + random.below(random.chance(0.3) ? 4_000 : 200),
    /** A moment that may be long after everybody gave up. */
    late: () => scheduler.now() + 1 + random.below(random.chance(0.5) ? 90_000 : 10_000),
    stop: () => { isOver = true },
  }
}
