import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { Account } from './embedded-account.ts'
import { SOCKET_NAME } from './embedded-folders.ts'

const ENVIRONMENT = { LC_ALL: 'C', TZ: 'UTC' }
const POLL_MS = 20
const ENDING_MS = 5_000
const KEPT_LINES = 20

type Program = { file: string; args: string[]; account: Account | undefined }

/** A program of PostgreSQL ended by itself; the message has its last lines. */
export class PostgresEnded extends Error {
  override readonly name = 'PostgresEnded'
}

/** A running program with its end and its last lines on stderr. */
export type Running = {
  child: ChildProcess
  pid: number
  ended: Promise<string>
  lastLines: () => string
}

/** Starts a program in its own session, so that a Ctrl-C does not reach it before its owner. */
export function run({ file, args, account }: Program, onLine?: (line: string) => void): Running {
  const child = spawn(file, args, {
    ...account,
    cwd: '/',
    env: ENVIRONMENT,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const lines: string[] = []
  createInterface({ input: child.stderr }).on('line', (line) => {
    lines.push(line)
    if (lines.length > KEPT_LINES) lines.shift()
    onLine?.(line)
  })
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code, signal) => resolve(signal ?? `exit code ${code}`))
  })
  return { child, pid: child.pid ?? 0, ended, lastLines: () => lines.join('\n') }
}

/** Lets this process end without waiting for the program. */
export function detach({ child }: Running) {
  child.unref()
  if (child.stderr instanceof Readable) (child.stderr as Socket).unref()
}

/** Runs a program to its end. Rejects with its last lines when it fails. */
export async function runToEnd(program: Program) {
  const running = run(program)
  const outcome = await running.ended
  if (outcome !== 'exit code 0')
    throw new PostgresEnded(`${program.file}: ${outcome}\n${running.lastLines()}`)
}

/**
 * Starts a guardian that ends PostgreSQL when this process dies, even by kill -9: the death closes
 * the guardian's stdin.
 */
export function guard(pid: number, account: Account | undefined): { dismiss: () => Promise<void> } {
  const script = 'read -r _; kill -INT "$1"'
  const guardian = spawn('/bin/sh', ['-c', script, 'sh', String(pid)], {
    ...account,
    cwd: '/',
    env: ENVIRONMENT,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guardian.unref()
  ;(guardian.stdin as Socket).unref()
  const dismiss = async () => {
    if (guardian.exitCode !== null || guardian.signalCode !== null) return
    const exited = once(guardian, 'exit')
    guardian.ref()
    guardian.kill('SIGKILL')
    await exited
  }
  return { dismiss }
}

/** Ends a PostgreSQL that outlived its service; drops its locks if another program has its id. */
export async function endOrphan(data: string, socketFolder: string) {
  const pidFile = join(data, 'postmaster.pid')
  const pid = parsePid(await readFile(pidFile, 'utf8').catch(() => ''))
  if (pid === undefined) return
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (await isServing(pid, data)) await endWith(signal, pid, data)
  }
  if (!isAlive(pid)) return
  await rm(pidFile, { force: true })
  await rm(join(socketFolder, `${SOCKET_NAME}.lock`), { force: true })
}

const parsePid = (file: string) => (/^\d+/.test(file) ? Number.parseInt(file, 10) : undefined)

async function endWith(signal: NodeJS.Signals, pid: number, data: string) {
  process.kill(pid, signal)
  const deadline = performance.now() + ENDING_MS
  while (performance.now() < deadline && (await isServing(pid, data))) await wait(POLL_MS)
}

function isAlive(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Whether this is a PostgreSQL on the data folder: an id alone may be another program's. */
async function isServing(pid: number, data: string) {
  if (!isAlive(pid)) return false
  const words =
    process.platform === 'linux'
      ? (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ')
      : await readCommand(pid)
  return words.includes('postgres') && words.includes(` -D ${data} `)
}

async function readCommand(pid: number) {
  const ps = spawn('ps', ['-ww', '-o', 'command=', '-p', String(pid)], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const chunks: Buffer[] = await ps.stdout.toArray()
  return Buffer.concat(chunks).toString('utf8')
}
