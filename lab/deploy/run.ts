import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

type Options = { cwd?: string; env?: Record<string, string | undefined> }

/** Runs a program to its end; returns what it printed. Its complaints are the error. */
export async function run(file: string, args: string[], options: Options = {}) {
  const { stdout } = await promisify(execFile)(file, args, {
    ...options,
    maxBuffer: 64 * 1024 * 1024,
  })
  return stdout
}
