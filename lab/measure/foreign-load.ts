import { availableParallelism, cpus } from 'node:os'
import { isUseKnown, readProcesses, usedMs } from './processes.ts'

/** Above this share others decide how long something takes. */
export const QUIET_LOAD = 0.1

/** Read once, because a run may later limit itself to some of them. */
const PROCESSORS = availableParallelism()

function readUse(others: number[]) {
  const busy = cpus().map(({ times }) => times.user + times.nice + times.sys + times.irq)
  return {
    at: performance.now(),
    ownMs: usedMs(readProcesses(), [process.pid, ...others]),
    busyMs: busy.reduce((sum, part) => sum + part, 0),
  }
}

/**
 * Measures the share of the machine that others use; the result ends it and returns the share, 0 to
 * 1. Undefined on systems that cannot tell (all but Linux). @param others processes of the run that
 * are no children of this one
 */
export function watchForeignLoad(others: number[]): () => number | undefined {
  if (!isUseKnown) return () => undefined
  const before = readUse(others)
  return () => {
    const now = readUse(others)
    const foreignMs = now.busyMs - before.busyMs - (now.ownMs - before.ownMs)
    return Math.max(0, foreignMs / (now.at - before.at) / PROCESSORS)
  }
}
