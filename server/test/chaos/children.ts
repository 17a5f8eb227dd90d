import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { guard } from '../../postgres/embedded-process.ts'

export type Ending = { code: number | null; signal: NodeJS.Signals | null }
export type Child = { process: ChildProcess; pid: number; ended: Promise<Ending> }

const alive = new Map<number, NodeJS.Signals>()
const folders = new Set<string>()

// However this process ends, short of kill -9: nothing that it started is left. Against kill -9 there is the guard.
process.on('exit', () => {
  for (const [pid, signal] of alive) send(pid, signal)
  for (const folder of folders) removeNow(folder)
})
for (const [signal, code] of [['SIGINT', 130], ['SIGTERM', 143], ['SIGHUP', 129]] as const) process.on(signal, () => process.exit(code))

/** A PostgreSQL that was told to end a moment ago still writes: until it is gone its folder cannot be removed. */
function removeNow(folder: string) {
  const pause = new Int32Array(new SharedArrayBuffer(4))
  for (let tries = 50; existsSync(folder) && tries > 0; tries -= 1) {
    try {
      rmSync(folder, { recursive: true })
    } catch (error) {
      if (tries === 1) throw error
      Atomics.wait(pause, 0, 0, 100)
    }
  }
}

/** Whether the process was there to take the signal. */
export function send(pid: number, signal: NodeJS.Signals) {
  try {
    return process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
    throw error
  }
}

/** Marks a process that others started for this one; returns how to take the mark off. */
export function endWithUs(pid: number, signal: NodeJS.Signals) {
  alive.set(pid, signal)
  return () => { alive.delete(pid) }
}

/** Marks a folder that goes when this process goes. */
export const removeWithUs = (folder: string) => { folders.add(folder) }

/** Starts a program that does not outlive this process: in the end it gets `lastSignal`. */
export function startChild(file: string, args: string[], options: SpawnOptions, lastSignal: NodeJS.Signals = 'SIGKILL'): Child {
  const child = spawn(file, args, options)
  const { pid } = child
  const { promise: ended, resolve, reject } = Promise.withResolvers<Ending>()
  child.once('error', reject)
  if (pid === undefined) return { process: child, pid: 0, ended }
  const forget = endWithUs(pid, lastSignal)
  const guardian = guard(pid, undefined)
  child.once('exit', (code, signal) => {
    forget()
    void guardian.dismiss()
    resolve({ code, signal })
  })
  return { process: child, pid, ended }
}
