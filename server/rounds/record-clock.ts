import type { Clocks } from '../cache/memory/clocks.ts'

/** From so much on a difference is logged: what processes send each other begins to fail. */
export const CLOCKS_APART_MS = 30_000

/** An answer that took longer says little of the moment in which it was made. */
const SLOW_MS = 1_000

type Deps = {
  clocks: Clocks
  /** The time of the record. */
  readNow: () => Promise<Date>
  onMeasured: (differenceSeconds: number) => void
  /** Called when the difference has become too great. */
  onDifference: (fields: { differenceSeconds: number }) => void
}

export type RecordClock = ReturnType<typeof createRecordClock>

/**
 * The time of the record, which all processes share, by this machine's own clock and how far that is
 * away.
 */
export function createRecordClock({ clocks, readNow, onMeasured, onDifference }: Deps) {
  let differenceMs: number | undefined
  const isFar = () => Math.abs(differenceMs ?? 0) >= CLOCKS_APART_MS
  return {
    nowMs: () => clocks.wallMs() + (differenceMs ?? 0),
    isFar,
    /** Asks the record: at the start, and now and then. */
    async measure() {
      if (clocks.isRecords) return
      const askedMs = clocks.wallMs()
      const recordMs = (await readNow()).getTime()
      const tookMs = clocks.wallMs() - askedMs
      if (differenceMs !== undefined && tookMs > SLOW_MS) return
      const wasFar = isFar()
      differenceMs = recordMs - askedMs - tookMs / 2
      onMeasured(-differenceMs / 1000)
      if (isFar() && !wasFar) onDifference({ differenceSeconds: Math.round(-differenceMs / 1000) })
    },
  }
}
