import { stripVTControlCharacters } from 'node:util'
import type { CpuMeter } from './programs/cpu-meter.ts'
import { startProgram } from './programs/program.ts'

/** How a stage runs its programs and tells what it found. */
export type Tools = {
  /** Runs a program of Node; whether it succeeded. */
  run: (file: string, args: string[], env?: Record<string, string>) => Promise<boolean>
  say: (line: string) => void
}

/** What was said by stages that are not over yet. */
const kept = new Map<string, string[]>()

/** What tests have printed of the numbers that the page is held to. */
export const figures: string[] = []

const print = (name: string, output: string[]) =>
  process.stdout.write(`\n── ${name} ──\n${output.join('')}`)

/** Under which name the meter counts a program of a stage. */
const ownerOf = (stage: string, program: string) => `${stage}: ${program}`

/** Whether the meter counts it for a program of this stage. */
export const isOfStage = (owner: string, stage: string) => owner.startsWith(ownerOf(stage, ''))

/** Prints what there is of stages that never come to their end. */
export function printUnfinished() {
  for (const [name, output] of kept) print(`${name}, unfinished`, output)
}

/**
 * Where the output of a stage goes: at once while it runs alone, whole once it is over while others
 * run beside it. `end` prints what is kept, under its heading.
 */
export function openOutput(
  name: string,
  { isAlone, meter }: { isAlone: boolean; meter: CpuMeter },
) {
  const output: string[] = []
  if (isAlone) print(name, [])
  else {
    kept.set(name, output)
    process.stdout.write(`${name} begins\n`)
  }
  let begun = ''
  const write = (text: string) => {
    if (isAlone) process.stdout.write(text)
    else output.push(text)
    const lines = stripVTControlCharacters(begun + text).split('\n')
    begun = lines.pop()!
    figures.push(...lines.filter((line) => line.startsWith('figure: ')))
  }

  async function run(file: string, args: string[], env: Record<string, string> = {}) {
    const program = startProgram(process.execPath, [file, ...args], {
      env: { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      lastSignal: 'SIGTERM',
    })
    meter.watch(program.pid, ownerOf(name, file))
    for (const stream of [program.process.stdout, program.process.stderr])
      stream?.setEncoding('utf8').on('data', write)
    return (await program.ended).code === 0
  }

  const tools: Tools = { run, say: (line) => write(`${line}\n`) }
  return {
    tools,
    end: (seconds: number) => {
      kept.delete(name)
      if (!isAlone) print(`${name}, ${seconds.toFixed(0)} s`, output)
    },
  }
}
