import { readFileSync, readdirSync } from 'node:fs'

/** CPU that was used since the sample before, by whom; `at` in milliseconds since 1970. */
export type CpuSample = { at: number; seconds: Map<string, number> }

/**
 * A process as the system counts it, in ticks; `waited`: of children that have ended. `isOver`: it has
 * ended, and nobody has waited for it yet.
 */
export type Process = {
  pid: number
  name: string
  isOver: boolean
  parent: number
  begun: string
  own: number
  waited: number
}

/** A process that counts for somebody, and what of it is counted. */
type Counted = Omit<Process, 'pid'> & { owner: string }

const PROCESSES = '/proc'
/** What Linux counts by, whatever its kernel counts by inside. */
const TICKS_PER_SECOND = 100
const SAMPLE_MS = 200

/**
 * Counts the CPU, user and system, of programs with all that they start, on Linux; elsewhere it
 * knows nothing. A process that ends between two samples is counted when its parent has waited for
 * it, so at most the last moment of one that was killed without that is missed.
 */
export function openCpuMeter(listProcesses = processesOfLinux) {
  const counted = new Map<number, Counted>()
  const samples: CpuSample[] = []

  function take() {
    const sample: CpuSample = { at: Date.now(), seconds: new Map() }
    const add = (owner: string, ticks: number) => {
      if (ticks > 0)
        sample.seconds.set(owner, (sample.seconds.get(owner) ?? 0) + ticks / TICKS_PER_SECOND)
    }
    const listed = listProcesses().toSorted(
      (one, other) => Number(one.begun) - Number(other.begun) || one.pid - other.pid,
    )
    const present = new Map(listed.map((found) => [found.pid, found]))
    const gone = [...counted].filter(([pid, { begun }]) => present.get(pid)?.begun !== begun)
    for (const [pid] of gone) counted.delete(pid)

    /** What is counted already of a process that is gone, and of what it had started. */
    const knownOf = (pid: number): number =>
      gone
        .filter(([, { parent }]) => parent === pid)
        .reduce((sum, [child, { own, waited }]) => sum + own + waited + knownOf(child), 0)

    // A parent is there before its children.
    for (const { pid, ...found } of present.values()) {
      const before = counted.get(pid)
      const owner = before?.owner ?? counted.get(found.parent)?.owner
      if (owner === undefined) continue
      add(owner, found.own - (before?.own ?? 0))
      add(owner, found.waited - (before?.waited ?? 0) - knownOf(pid))
      counted.set(pid, { ...found, owner })
    }
    samples.push(sample)
  }

  const timer = setInterval(take, SAMPLE_MS).unref()
  return {
    isKnown: process.platform === 'linux',
    /** What this process uses from now on, and all that it starts, counts for `owner`. */
    watch(pid: number, owner: string) {
      const found = listProcesses().find((each) => each.pid === pid)
      if (found) counted.set(pid, { ...found, owner })
    },
    /** What runs still. */
    running() {
      take()
      return [...counted]
        .filter(([, { isOver }]) => !isOver)
        .map(([pid, { name, owner }]) => ({ pid, name, owner }))
    },
    /** All samples up to now. */
    samples() {
      take()
      return samples
    },
    stop: () => clearInterval(timer),
  }
}

export type CpuMeter = ReturnType<typeof openCpuMeter>

const processesOfLinux = (): Process[] =>
  process.platform === 'linux'
    ? readdirSync(PROCESSES)
        .filter((name) => /^\d+$/.test(name))
        .map((name) => readProcess(Number(name)))
        .filter((found) => found !== undefined)
    : []

/** Undefined once the process is gone. */
function readProcess(pid: number): Process | undefined {
  try {
    const text = readFileSync(`${PROCESSES}/${pid}/stat`, 'latin1')
    // The name of the program, which may hold spaces, stands in brackets before these.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const ticks = (first: number) => Number(fields[first]) + Number(fields[first + 1])
    const name = text.slice(text.indexOf('(') + 1, text.lastIndexOf(')'))
    return {
      pid,
      name,
      isOver: fields[0] === 'Z',
      parent: Number(fields[1]),
      own: ticks(11),
      waited: ticks(13),
      begun: fields[19]!,
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ESRCH') return undefined
    throw error
  }
}
