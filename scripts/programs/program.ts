import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type Socket, connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import './end-with-runner.ts'

export type Ending = { code: number | null; signal: NodeJS.Signals | null }

/**
 * `ended` resolves when the program has ended and its output is complete. Signals go to `pid`,
 * which is negative for a group.
 */
export type Program = { process: ChildProcess; pid: number; ended: Promise<Ending> }

/**
 * `lastSignal`: sent when this process ends first. (Default: SIGKILL.) `group`: all that the
 * program starts gets the same signals and ends with it.
 */
export type ProgramOptions = SpawnOptions & { lastSignal?: NodeJS.Signals; group?: boolean }

/** How long a program may take to end when asked. */
const STOPPING_MS = 20_000

const POLL_MS = 25

const running = new Map<number, NodeJS.Signals>()
let watchman: { process: ChildProcess; notify: (line: string) => void } | undefined

// Nothing that this process started outlives it. When it is killed, the watchman ends the rest.
process.on('exit', () => {
  for (const [pid, signal] of running) endNow(pid, signal)
  watchman?.process.kill('SIGKILL')
})

/** Keeps a list of running programs, and ends them when its input closes because we are gone. */
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

/** In its own session, so that a terminal's Ctrl-C does not reach it. */
function startWatchman() {
  const child = spawn('/bin/sh', ['-c', WATCH], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  child.unref()
  ;(child.stdin as Socket).unref()
  return { process: child, notify: (line: string) => void child.stdin.write(`${line}\n`) }
}

const watch = () => (watchman ??= startWatchman())

/** Whether the process was there. */
export function send(pid: number, signal: NodeJS.Signals) {
  try {
    return process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
    throw error
  }
}

/** A stopped process takes the signal only when it continues. */
function endNow(pid: number, signal: NodeJS.Signals) {
  send(pid, signal)
  send(pid, 'SIGCONT')
}

/** Marks a process that must not outlive this one; returns how to remove the mark. */
export function endWithUs(pid: number, signal: NodeJS.Signals) {
  const { notify } = watch()
  running.set(pid, signal)
  notify(`runs ${pid} ${signal.slice(3)}`)
  return () => {
    running.delete(pid)
    notify(`ended ${pid}`)
  }
}

/** Starts a program that does not outlive this process, even when that is killed. */
export function startProgram(
  file: string,
  args: string[],
  { lastSignal = 'SIGKILL', group = false, ...options }: ProgramOptions,
): Program {
  // Started before the program, because a busy machine may stop us in between.
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

/** An ended program's id may be another one's now. */
const runs = ({ process: { exitCode, signalCode }, pid }: Program) =>
  pid !== 0 && exitCode === null && signalCode === null

/** Ends a program at once, even a stopped one. */
export async function killProgram(program: Program) {
  if (runs(program)) endNow(program.pid, 'SIGKILL')
  return program.ended
}

/** Asks a program to end, and kills it when it does not. */
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
  /** `isOver` aborts when nobody waits any more. */
  ready: (isOver: AbortSignal) => Promise<unknown>
}

/** Waits until a program is ready. One that ends or takes too long is killed: an error. */
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

/** Waits until `address` answers with success, or until `isOver`. */
export async function untilAnswers(address: string, isOver: AbortSignal) {
  const answers = () =>
    fetch(address, { signal: AbortSignal.any([isOver, AbortSignal.timeout(5_000)]) }).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!isOver.aborted && !(await answers())) await wait(POLL_MS)
}

/** Waits until somebody listens at this port of this machine, or until `isOver`. */
export async function untilListening(port: number, isOver: AbortSignal) {
  while (!isOver.aborted) {
    const socket = connect(port, '127.0.0.1')
    const isThere = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isThere) return
    await wait(POLL_MS)
  }
}
