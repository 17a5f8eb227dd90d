import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import './end-with-runner.ts'

export type Ending = { code: number | null; signal: NodeJS.Signals | null }

/**
 * A running program; `ended` resolves once it is gone and its output is whole. Signals go to `pid`,
 * which is negative where they go to a group.
 */
export type Program = { process: ChildProcess; pid: number; ended: Promise<Ending> }

/**
 * `lastSignal`: what the program gets when this process ends before it. (Default: SIGKILL.)
 * `group`: what the program starts gets the same signals, and is gone with it.
 */
export type ProgramOptions = SpawnOptions & { lastSignal?: NodeJS.Signals; group?: boolean }

/** How long a program may take to end after it was asked to. */
const STOPPING_MS = 20_000

const POLL_MS = 25

const running = new Map<number, NodeJS.Signals>()
let watchman: { process: ChildProcess; tell: (line: string) => void } | undefined

// However this process ends, nothing that it started is left: here it sees to that itself, and when
// it is killed the watchman does.
process.on('exit', () => {
  for (const [pid, signal] of running) endNow(pid, signal)
  watchman?.process.kill('SIGKILL')
})

/** Keeps a list of the programs that run; once its input closes, because we are gone, ends them. */
const WATCH = `
  running=
  while read -r change pid signal; do
    rest=
    for each in $running; do [ "\${each%:*}" = "$pid" ] || rest="$rest $each"; done
    running=$rest
    [ "$change" = ended ] || running="$running $pid:$signal"
  done
  for each in $running; do
    kill -s "\${each#*:}" -- "\${each%:*}"; kill -s CONT -- "\${each%:*}"
  done`

/** In a session of its own: what ends us from a terminal does not reach it. */
function startWatchman() {
  const child = spawn('/bin/sh', ['-c', WATCH], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  child.unref()
  ;(child.stdin as Socket).unref()
  return { process: child, tell: (line: string) => void child.stdin.write(`${line}\n`) }
}

const watch = () => (watchman ??= startWatchman())

/** Whether the process was there to take the signal. */
export function send(pid: number, signal: NodeJS.Signals) {
  try {
    return process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
    throw error
  }
}

/** A process that is held takes the signal only when it is let go. */
function endNow(pid: number, signal: NodeJS.Signals) {
  send(pid, signal)
  send(pid, 'SIGCONT')
}

/** Marks a process that must not outlive this one; returns how to take the mark off. */
export function endWithUs(pid: number, signal: NodeJS.Signals) {
  const { tell } = watch()
  running.set(pid, signal)
  tell(`runs ${pid} ${signal.slice(3)}`)
  return () => {
    running.delete(pid)
    tell(`ended ${pid}`)
  }
}

/** Starts a program that does not outlive this process, not even when that is killed. */
export function startProgram(
  file: string,
  args: string[],
  { lastSignal = 'SIGKILL', group = false, ...options }: ProgramOptions,
): Program {
  // It is there before the program is: a busy machine may hold us for long in between.
  watch()
  const child = spawn(file, args, group ? { ...options, detached: true } : options)
  const { promise: ended, resolve, reject } = Promise.withResolvers<Ending>()
  child.once('error', reject)
  child.once('close', (code, signal) => resolve({ code, signal }))
  if (child.pid === undefined) return { process: child, pid: 0, ended }
  const pid = group ? -child.pid : child.pid
  const leave = endWithUs(pid, lastSignal)
  child.once('exit', () => {
    leave()
    if (group) endNow(pid, 'SIGKILL')
  })
  return { process: child, pid, ended }
}

/** Later its number may be another program's. */
const runs = ({ process: { exitCode, signalCode }, pid }: Program) =>
  pid !== 0 && exitCode === null && signalCode === null

/** Ends a program at once, also one that is held. */
export async function killProgram(program: Program) {
  if (runs(program)) endNow(program.pid, 'SIGKILL')
  return program.ended
}

/** Asks a program to end; one that does not listen is killed. */
export async function stopProgram(program: Program) {
  if (runs(program)) send(program.pid, 'SIGTERM')
  const over = new AbortController()
  const ending = await Promise.race([
    program.ended,
    wait(STOPPING_MS, undefined, { signal: over.signal }),
  ])
  over.abort()
  return ending ?? killProgram(program)
}

type Start = {
  name: string
  patienceMs: number
  /** Resolves when the program is ready; `isOver` aborts when nobody waits for that any more. */
  ready: (isOver: AbortSignal) => Promise<unknown>
}

/**
 * Waits until a program is ready. One that ends before, or that is not ready after so long, fails
 * with a sentence, and nothing of it is left.
 */
export async function untilReady(program: Program, { name, patienceMs, ready }: Start) {
  const over = new AbortController()
  const { signal } = over
  try {
    const failure = await Promise.race([
      ready(signal).then(() => undefined),
      program.ended.then((ending) => `ended with ${ending.signal ?? ending.code}`),
      wait(patienceMs, `is not ready after ${patienceMs / 1000} s`, { signal }),
    ])
    if (failure !== undefined) throw new Error(`${name} ${failure}`)
  } catch (error) {
    await killProgram(program)
    throw error
  } finally {
    over.abort()
  }
}

/** Waits until `address` answers with success, and asks no more once `isOver`. */
export async function untilAnswers(address: string, isOver: AbortSignal) {
  const answers = () =>
    fetch(address, { signal: AbortSignal.any([isOver, AbortSignal.timeout(5_000)]) }).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!isOver.aborted && !(await answers())) await wait(POLL_MS)
}
