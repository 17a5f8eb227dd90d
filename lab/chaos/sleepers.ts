import { setTimeout as wait } from 'node:timers/promises'
import { type Program, killProgram, send } from '../../scripts/programs/program.ts'
import type { Random } from '../model/seeded-random.ts'

/** `performance.now()`. */
export type Span = { from: number; to: number }

/** Of a process at a failpoint. `isReplaced`: another one has its place since. */
export type Standstill = Span & { isReplaced: boolean }

/** The longest that a process stands still and is waited for, one of these. */
const PAUSES_MS = [10, 100, 1_000, 8_000]

/** Who stands still for longer is replaced meanwhile. */
export const REPLACED_AFTER_MS = 8_000

/** For how long a process stands still at a failpoint, in milliseconds. */
export const drawPause = (random: Random, maxPauseSeconds: number) =>
  random.below(random.pick([...PAUSES_MS, maxPauseSeconds * 1000, maxPauseSeconds * 1000]))

/** So many of a service stand still beside it; each holds its connections to PostgreSQL. */
const MOST = 2

/** What a process does that wakes after it was replaced, it does at once. */
const AWAKE_MS = 3_000

/** Processes of a service that stand still while another one has their place. */
export function openSleepers({
  name,
  accidents,
  disturbances,
}: {
  name: string
  accidents: string[]
  disturbances: Span[]
}) {
  const sleepers = new Set<{ program: Program; wake: () => void; over: Promise<void> }>()

  async function sleep(
    program: Program,
    { asleep, standstill }: { asleep: Promise<unknown>; standstill: Standstill },
  ) {
    await asleep
    send(program.pid, 'SIGCONT')
    standstill.to = performance.now()
    const disturbance = { from: standstill.to, to: Number.POSITIVE_INFINITY }
    disturbances.push(disturbance)
    const ending = await Promise.race([program.ended, wait(AWAKE_MS)])
    // It may die, or stand still once more, at another failpoint.
    if (ending && ending.signal !== 'SIGKILL')
      accidents.push(`${name} ended by itself after it woke (${ending.signal ?? ending.code})`)
    await killProgram(program)
    disturbance.to = performance.now()
  }

  const wakeAll = () => {
    for (const { wake } of sleepers) wake()
    return Promise.all([...sleepers].map(({ over }) => over))
  }

  return {
    hasRoom: () => sleepers.size < MOST,
    /** It wakes after so many milliseconds, and is killed a moment later. */
    add(program: Program, { ms, standstill }: { ms: number; standstill: Standstill }) {
      const early = new AbortController()
      const asleep = wait(ms, undefined, { signal: early.signal }).catch(() => undefined)
      const sleeper = {
        program,
        wake: () => early.abort(),
        over: sleep(program, { asleep, standstill }),
      }
      sleepers.add(sleeper)
      void sleeper.over.then(() => sleepers.delete(sleeper))
    },
    /** Wakes them now; answers when they are gone. */
    wakeAll,
    async endAll() {
      await Promise.all([...sleepers].map(({ program }) => killProgram(program)))
      await wakeAll()
    },
  }
}
