import { stripVTControlCharacters } from 'node:util'
import type { CpuMeter } from './programs/cpu-meter.ts'
import { startProgram } from './programs/program.ts'

/** What a stage runs its programs with. */
export type Tools = {
  /** Runs a Node program; returns whether it succeeded. */
  run: (file: string, args: string[], env?: Record<string, string>) => Promise<boolean>
  say: (line: string) => void
}

/** The output of stages that are still running. */
const kept = new Map<string, string[]>()

/** The `figure:` lines of tests. */
export const figures: string[] = []

const print = (name: string, output: string[]) =>
  process.stdout.write(`\n── ${name} ──\n${output.join('')}`)

/** The owner's name in the CPU meter. */
const ownerOf = (stage: string, program: string) => `${stage}: ${program}`

export const isOfStage = (owner: string, stage: string) => owner.startsWith(ownerOf(stage, ''))

/** Prints the output of stages that did not end. */
export function printUnfinished() {
  for (const [name, output] of kept) print(`${name}, unfinished`, output)
}

/** A stage's output: at once when it runs alone, otherwise whole at its `end`. */
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
