import { readFileSync, readdirSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'

/** https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html: clock ticks, a hundredth of a second. */
const TICK_MS = 10

type Process = { parent: number; busyMs: number }

/** Every process of this machine with what it has used, what its ended children used included. */
function readProcesses() {
  const processes = new Map<number, Process>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const stat = readStat(name)
    if (stat === undefined) continue
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [parent = 0] = fields.slice(1).map(Number)
    const ticks = fields.slice(11, 15).map(Number)
    processes.set(Number(name), {
      parent,
      busyMs: ticks.reduce((sum, part) => sum + part, 0) * TICK_MS,
    })
  }
  return processes
}

/** Undefined for one that is over by now. */
function readStat(pid: string) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return undefined
  }
}

function readUse(others: number[]) {
  const processes = readProcesses()
  const roots = new Set([process.pid, ...others])
  const isOurs = (pid: number): boolean =>
    roots.has(pid) || (pid > 1 && isOurs(processes.get(pid)?.parent ?? 0))
  const ours = [...processes].filter(([pid]) => isOurs(pid))
  const busy = cpus().map(({ times }) => times.user + times.nice + times.sys + times.irq)
  return {
    at: performance.now(),
    ownMs: ours.reduce((sum, [, { busyMs }]) => sum + busyMs, 0),
    busyMs: busy.reduce((sum, part) => sum + part, 0),
  }
}

/**
 * Begins to measure what others than this run take of the machine; the answer ends it. A share of
 * all its processors, 0 to 1; undefined where no system tells (other than Linux).
 *
 * @param others processes of the run that are no children of this one.
 */
export function watchForeignLoad(others: number[]): () => number | undefined {
  if (process.platform !== 'linux') return () => undefined
  const before = readUse(others)
  return () => {
    const now = readUse(others)
    const foreignMs = now.busyMs - before.busyMs - (now.ownMs - before.ownMs)
    return Math.max(0, foreignMs / (now.at - before.at) / availableParallelism())
  }
}
