import { cpSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Program, killProgram, send, startProgram } from '../../scripts/programs/program.ts'
import { removeWithUs } from '../servers/folders.ts'
import { type Mutant, applyMutant } from './mutants.ts'
import type { Finding, Question } from './trial-worker.ts'

const COPIED = ['server', 'lab', 'scripts', 'widget', 'demo', 'package.json', 'openapi.json']
const SETTINGS = ['vitest.config.ts', 'vite.config.ts', 'tsconfig.json']
const LINKED = ['node_modules', 'dist', 'npm', 'e2e', 'docs', 'README.md']

/** Extra time for a machine that has become busy. */
const PATIENCE_MS = 20_000

/** A mistake may cause an endless loop that fills the memory. */
const SMALL = { NODE_OPTIONS: '--max-old-space-size=1000' }

/** Copies the project, to make one mistake at a time in it. */
function copyProject(project: string) {
  const tree = mkdtempSync(join(tmpdir(), 'hc-mutation-'))
  removeWithUs(tree)
  for (const name of [...COPIED, ...SETTINGS])
    cpSync(join(project, name), join(tree, name), { recursive: true })
  for (const name of LINKED) symlinkSync(join(project, name), join(tree, name))
  return tree
}

export type Trial = Finding & { isTimedOut: boolean }

/** Makes mistakes in a copy of the project, one after the other, and asks the tests. */
export function openTrials(project: string) {
  const tree = copyProject(project)
  let worker: Program | undefined
  /** Files that Vitest still has with the last mistake. */
  let stale: string[] = []

  async function start() {
    const program = startProgram(process.execPath, [join(import.meta.dirname, 'trial-worker.ts')], {
      cwd: tree,
      env: { ...process.env, ...SMALL },
      // In its own process group, so that an endless loop is ended with its parents.
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    await answerOf(program)
    return program
  }

  const answerOf = ({ process: child, ended }: Program) =>
    new Promise<unknown>((resolve, reject) => {
      child.once('message', resolve)
      ended.then(() => reject(new Error('the tests ended before they answered')), reject)
    })

  async function killAll() {
    if (!worker) return
    send(-worker.pid, 'SIGKILL')
    await killProgram(worker)
    worker = undefined
  }

  async function ask(question: Question, limitMs: number): Promise<Trial> {
    worker ??= await start()
    const late = new AbortController()
    const answer = answerOf(worker)
    answer.catch(() => undefined)
    worker.process.send(question)
    try {
      const finding = await Promise.race([
        answer as Promise<Finding>,
        wait(limitMs, undefined, { signal: late.signal }),
      ])
      if (finding) return { ...finding, isTimedOut: false }
      await killAll()
      return { killedBy: undefined, seconds: {}, isTimedOut: true }
    } catch (error) {
      // A mistake that ends all tests at once has been noticed.
      await killAll()
      return { killedBy: String(error), seconds: {}, isTimedOut: false }
    } finally {
      late.abort()
    }
  }

  return {
    tree,
    /** Asks the tests without a mistake. */
    tryNothing: (tests: string[]) => ask({ changed: [], tests }, 1_200_000),
    /** Asks the tests with the mistake. `usualMs`: how long they take without. */
    async try(mutant: Mutant, { tests, usualMs }: { tests: string[]; usualMs: number }) {
      const path = join(tree, mutant.file)
      const source = readFileSync(path, 'utf8')
      writeFileSync(path, applyMutant(source, mutant))
      try {
        return await ask({ changed: [path, ...stale], tests }, usualMs * 3 + PATIENCE_MS)
      } finally {
        writeFileSync(path, source)
        stale = [path]
      }
    },
    async close() {
      worker?.process.send('stop')
      if (worker) await Promise.race([worker.ended, wait(20_000)])
      await killAll()
    },
  }
}

export type Trials = ReturnType<typeof openTrials>
