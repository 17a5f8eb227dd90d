import { setTimeout as wait } from 'node:timers/promises'
import { type Program, killProgram, send } from '../../scripts/programs/program.ts'
import type { Random } from '../model/seeded-random.ts'

/** `performance.now()`. */
export type Span = { from: number; to: number }

/** A stop at a failpoint. `isReplaced`: another process has replaced it. */
export type Standstill = Span & { isReplaced: boolean }

/** How long a process pauses at most, one of these. */
const PAUSES_MS = [10, 100, 1_000, 8_000]

/** A process that pauses for longer is replaced. */
export const REPLACED_AFTER_MS = 8_000

/** How long a process pauses at a failpoint, in milliseconds. */
export const drawPause = (random: Random, maxPauseSeconds: number) =>
  random.below(random.pick([...PAUSES_MS, maxPauseSeconds * 1000, maxPauseSeconds * 1000]))

/** How many processes of a service stand still at once; each keeps its connections. */
const MOST = 2

/** A replaced process that wakes does its work within this time. */
const AWAKE_MS = 3_000

/** Processes that stand still while another one has replaced them. */
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
    // It may die or stand still once more, at another failpoint.
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
    /** Wakes it after so many milliseconds, and kills it a moment later. */
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
    /** Wakes them now; resolves when they have ended. */
    wakeAll,
    async endAll() {
      await Promise.all([...sleepers].map(({ program }) => killProgram(program)))
      await wakeAll()
    },
  }
}
