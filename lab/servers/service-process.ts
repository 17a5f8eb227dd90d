import { closeSync, openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { type Program, startProgram, untilReady } from '../../scripts/programs/program.ts'
import { exchange } from '../buyer/exchange.ts'
import { SETTINGS } from './settings.ts'

/** A program and its arguments. */
export type Command = [file: string, ...args: string[]]

type Setup = {
  name: string
  command: Command
  port: number
  /** Beside those of all services here. */
  env: Record<string, string>
  /** The file of its log. */
  logFile: string
}

/** Beside many programs a start of seconds takes minutes. One that ends is noticed at once. */
export const START_PATIENCE_MS = 300_000

/** Short enough to measure a start, and long enough to use little CPU. */
const POLL_MS = 10

/** Starts a service as its own process; resolves when it is ready, with a look at whether it still runs. */
export async function startServiceProcess({
  name,
  command: [file, ...args],
  port,
  env,
  logFile,
}: Setup): Promise<Program & { isUp: () => boolean }> {
  const log = openSync(logFile, 'w')
  const program = startProgram(file, args, {
    stdio: ['ignore', log, log],
    env: { PATH: process.env['PATH'], PORT: String(port), ...SETTINGS, ...env },
  })
  closeSync(log)
  const ask = () => exchange({ port, method: 'GET', path: '/readyz', deadlineMs: 5_000 })
  await untilReady(program, {
    name,
    patienceMs: START_PATIENCE_MS,
    ready: async (isOver) => {
      while (!isOver.aborted && (await ask()).status !== 200) await wait(POLL_MS)
    },
  }).catch(async (cause: unknown) => {
    throw new Error(`${(await readFile(logFile, 'utf8')).slice(-2000)}`, { cause })
  })
  let isUp = true
  void program.ended.then(() => {
    isUp = false
  })
  return { ...program, isUp: () => isUp }
}
