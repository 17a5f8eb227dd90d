import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findProgram } from '../../scripts/programs/find-program.ts'
import {
  startProgram,
  stopProgram,
  untilListening,
  untilReady,
} from '../../scripts/programs/program.ts'

const PATIENCE_MS = 60_000

/** Debian's packages of these programs that are missing here. */
export const missingPackages = (programs: Record<string, string>) =>
  Object.entries(programs).flatMap(([program, name]) =>
    findProgram(program) === undefined ? [name] : [],
  )

type Setup = {
  folder: string
  /** Where it listens. */
  port: number
  config: string
  /** Resolves when it leads where it should. (Default: when it listens.) */
  ready?: (isOver: AbortSignal) => Promise<void>
}

/** Debian's HAProxy. */
export async function runHaproxy({ folder, port, config, ready = async () => {} }: Setup) {
  const file = join(folder, 'haproxy.cfg')
  await writeFile(file, config)
  const running = startProgram(findProgram('haproxy') ?? 'haproxy', ['-db', '-f', file], {
    stdio: ['ignore', 'pipe', 'ignore'],
    group: true,
  })
  let log = ''
  running.process.stdout?.on('data', (chunk: Buffer) => (log += chunk.toString()))
  await untilReady(running, {
    name: 'haproxy',
    patienceMs: PATIENCE_MS,
    ready: async (isOver) => {
      await untilListening(port, isOver)
      await ready(isOver)
    },
  })
  return { port, log: () => log, stop: () => stopProgram(running) }
}
