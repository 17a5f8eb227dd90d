import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import type { Socket } from 'node:net'

export type Ending = { code: number | null; signal: NodeJS.Signals | null }
export type Child = { process: ChildProcess; pid: number; ended: Promise<Ending> }

const alive = new Map<number, NodeJS.Signals>()
const folders = new Set<string>()
const guardians = new Set<ChildProcess>()

// However this process ends, nothing that it started is left; when it is killed, the guardians see
// to that.
process.on('exit', () => {
  for (const [pid, signal] of alive) endProcess(pid, signal)
  for (const folder of folders) removeNow(folder)
  for (const guardian of guardians) guardian.kill('SIGKILL')
})
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)
  process.on(signal, () => process.exit(code))

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
function endProcess(pid: number, signal: NodeJS.Signals) {
  send(pid, signal)
  send(pid, 'SIGCONT')
}

/**
 * A PostgreSQL that was told to end a moment ago still writes: until it is gone its folder cannot
 * be removed.
 */
function removeNow(folder: string) {
  const pause = new Int32Array(new SharedArrayBuffer(4))
  for (let tries = 300; existsSync(folder) && tries > 0; tries -= 1) {
    try {
      rmSync(folder, { recursive: true })
    } catch (error) {
      if (tries === 1) throw error
      Atomics.wait(pause, 0, 0, 100)
    }
  }
}

/**
 * A shell that does its work when this process is gone, which closes its input; returns how to send
 * it home before.
 */
function post(work: string, ...args: string[]) {
  const guardian = spawn('/bin/sh', ['-c', `read -r _; ${work}`, 'sh', ...args], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guardian.unref()
  ;(guardian.stdin as Socket).unref()
  guardians.add(guardian)
  return () => {
    guardians.delete(guardian)
    guardian.kill('SIGKILL')
  }
}

/** Marks a process that must not outlive this one; returns how to take the mark off. */
export function endWithUs(pid: number, signal: NodeJS.Signals) {
  alive.set(pid, signal)
  const dismiss = post('kill -s "$2" "$1"; kill -s CONT "$1"', `${pid}`, signal.slice(3))
  return () => {
    alive.delete(pid)
    dismiss()
  }
}

/** Marks a folder that goes when this process goes. */
export function removeWithUs(folder: string) {
  folders.add(folder)
  post('sleep 8; rm -rf -- "$1"', folder)
}

/** Starts a program that does not outlive this process: in the end it gets `lastSignal`. */
export function startChild(
  file: string,
  args: string[],
  options: SpawnOptions,
  lastSignal: NodeJS.Signals = 'SIGKILL',
): Child {
  const child = spawn(file, args, options)
  const { pid } = child
  const { promise: ended, resolve, reject } = Promise.withResolvers<Ending>()
  child.once('error', reject)
  if (pid === undefined) return { process: child, pid: 0, ended }
  const forget = endWithUs(pid, lastSignal)
  child.once('exit', (code, signal) => {
    forget()
    resolve({ code, signal })
  })
  return { process: child, pid, ended }
}
