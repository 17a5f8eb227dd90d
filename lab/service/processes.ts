import { readFileSync, readdirSync } from 'node:fs'

/** https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html: clock ticks, a hundredth of a second. */
const TICK_MS = 10

/** By their ids, at one moment. */
export type Processes = Map<number, { parent: number; busyMs: number }>

/** Whether this system tells what each process has used. */
export const isUseKnown = process.platform === 'linux'

/** Every process of this machine with what it has used, what its ended children used included. */
export function readProcesses(): Processes {
  const processes: Processes = new Map()
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

/** What these processes and all that they have started used so far, in milliseconds of a processor. */
export function usedMs(processes: Processes, roots: number[]) {
  const isOurs = (pid: number): boolean =>
    roots.includes(pid) || (pid > 1 && isOurs(processes.get(pid)?.parent ?? 0))
  return [...processes]
    .filter(([pid]) => isOurs(pid))
    .reduce((sum, [, { busyMs }]) => sum + busyMs, 0)
}
