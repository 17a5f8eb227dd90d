import { readFileSync, readdirSync } from 'node:fs'

/** A clock tick (https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html). */
const TICK_MS = 10

/** By process id. */
export type Processes = Map<number, { parent: number; busyMs: number }>

/** Whether this system tells what each process used. */
export const isUseKnown = process.platform === 'linux'

/** All processes of this machine with the CPU that they and their ended children used. */
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

/** Undefined when the process has ended. */
function readStat(pid: string) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return undefined
  }
}

/** CPU that these processes and all their children used so far, in milliseconds. */
export function usedMs(processes: Processes, roots: number[]) {
  const isOurs = (pid: number): boolean =>
    roots.includes(pid) || (pid > 1 && isOurs(processes.get(pid)?.parent ?? 0))
  return [...processes]
    .filter(([pid]) => isOurs(pid))
    .reduce((sum, [, { busyMs }]) => sum + busyMs, 0)
}
