import { execFileSync } from 'node:child_process'
import { arch, cpus, platform, release } from 'node:os'
import type { Command } from '../servers/service-process.ts'

/** Reads `0,2-4`, as taskset writes it. */
export const readCores = (text: string) =>
  text
    .trim()
    .split(',')
    .flatMap((part) => {
      const [first = 0, last = first] = part.split('-').map(Number)
      return Array.from({ length: last - first + 1 }, (_, index) => first + index)
    })

export type Machine = {
  /** Runs the command on the core that is kept for the service. */
  apart: (command: Command) => Command
  /** How the cores were divided, for the reader of the table. */
  division: string
}

const undivided = (division: string): Machine => ({ apart: (command) => command, division })

/** For a service of two processes, which one core would slow down. */
export const SHARED_MACHINE = undivided('all share all cores: nothing is pinned')

/**
 * Keeps one core for the service and the others for this process and its children. Otherwise client
 * and databases would take CPU from the service.
 */
export function divideMachine(): Machine {
  const cores = findCores()
  if (cores === undefined) return undivided('there is no taskset here: nothing is pinned to a core')
  const [first, ...others] = cores
  if (others.length === 0) return undivided('there is one core for everything: nothing is pinned')
  execFileSync('taskset', ['-a', '-cp', others.join(','), String(process.pid)])
  return {
    apart: (command) => ['taskset', '-c', String(first), ...command],
    division: `the service has core ${first}; PostgreSQL, Redis and the client have ${others.join(', ')}`,
  }
}

/** The cores of this process; undefined without taskset, as on macOS. */
function findCores() {
  try {
    const said = execFileSync('taskset', ['-cp', String(process.pid)], { encoding: 'utf8' })
    return readCores(said.split(':').at(-1) ?? '')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

export const describeMachine = () =>
  `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, ${platform()} ${release()} ${arch()}, Node ${process.versions.node}`
