import type { Random } from './seeded-random.ts'
import { type Scheduler, newActor } from './scheduler.ts'

/** How likely a step of each part fails, and a process dies at a failpoint; 0 to 1. */
export type FaultRates = {
  database: number
  provider: number
  cache: number
  death: number
  word: number
}

export type CommitFate = 'done' | 'done, answer lost' | 'refused' | 'done late'

export type CallFate =
  | 'answered'
  | 'slow'
  | 'request lost'
  | 'answer lost'
  | 'done late'
  | 'done twice'
  | 'answers crossed'

const COMMIT_FATES: readonly CommitFate[] = ['done, answer lost', 'refused', 'done late']
const CALL_FATES: readonly CallFate[] = [
  'slow',
  'request lost',
  'answer lost',
  'done late',
  'done twice',
  'answers crossed',
]

export type Faults = ReturnType<typeof createFaults>

export function createFaults({
  random,
  scheduler,
  rates,
}: {
  random: Random
  scheduler: Scheduler
  rates: FaultRates
}) {
  let isOver = false
  const happens = (rate: number) => !isOver && random.chance(rate)
  const downFrom = random.chance(0.2) ? scheduler.now() + random.below(20_000) : Infinity
  const downUntil = downFrom + random.below(60_000)
  const isProviderDown = () => !isOver && scheduler.now() >= downFrom && scheduler.now() < downUntil
  return {
    /** Steps of nobody in the service. */
    world: newActor('world'),
    database: () => happens(rates.database),
    cache: () => happens(rates.cache),
    death: () => happens(rates.death),
    /** The bank reopens a payment that it had called over. */
    brokenWord: () => happens(rates.word),
    commit: (): CommitFate => (happens(rates.database * 2) ? random.pick(COMMIT_FATES) : 'done'),
    call: (): CallFate =>
      isProviderDown()
        ? 'request lost'
        : happens(rates.provider)
          ? random.pick(CALL_FATES)
          : 'answered',
    isProviderDown,
    /** A moment within the next seconds. */
    soon: () => scheduler.now() + 1 + random.below(random.chance(0.3) ? 4_000 : 200),
    /** A moment that may be long after everybody gave up. */
    late: () => scheduler.now() + 1 + random.below(random.chance(0.5) ? 90_000 : 10_000),
    isOver: () => isOver,
    stop: () => {
      isOver = true
    },
  }
}
