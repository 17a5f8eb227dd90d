import { readFileSync, readdirSync } from 'node:fs'

/** CPU seconds since the last sample, by owner. `at`: milliseconds since 1970. */
export type CpuSample = { at: number; seconds: Map<string, number> }

/**
 * A process as the system counts it, in ticks. `waited`: ticks of ended children. `isOver`: it has
 * ended, and its parent has not waited for it.
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

/** A process with its owner, and what was counted of it. */
type ProcessCount = Omit<Process, 'pid'> & { owner: string }

const PROCESSES = '/proc'
/** Linux reports this unit, whatever its kernel uses. */
const TICKS_PER_SECOND = 100
const SAMPLE_MS = 1000

/**
 * Counts user and system CPU of programs and all that they start, on Linux only. A process that
 * ends between two samples is counted when its parent has waited for it; without that, its last
 * moment is missed.
 */
export function openCpuMeter(listProcesses = processesOfLinux) {
  const counted = new Map<number, ProcessCount>()
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

    /** What was counted of an ended process and its children. */
    const knownOf = (pid: number): number =>
      gone
        .filter(([, { parent }]) => parent === pid)
        .reduce((sum, [child, { own, waited }]) => sum + own + waited + knownOf(child), 0)

    // A parent comes before its children.
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
    /** From now on this process and all that it starts count for `owner`. */
    watch(pid: number, owner: string) {
      const found = listProcesses().find((each) => each.pid === pid)
      if (found) counted.set(pid, { ...found, owner })
    },
    running() {
      take()
      return [...counted]
        .filter(([, { isOver }]) => !isOver)
        .map(([pid, { name, owner }]) => ({ pid, name, owner }))
    },
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

/** Undefined when the process has gone. */
function readProcess(pid: number): Process | undefined {
  try {
    const text = readFileSync(`${PROCESSES}/${pid}/stat`, 'latin1')
    // The program's name is in brackets before these, and may hold spaces.
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
