import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

const PROJECT = join(import.meta.dirname, '../..')

/** Runs an example as a reader would, without our settings. */
export async function runExample(
  [command, ...args]: [string, ...string[]],
  { env, input = '' }: { env: Record<string, string>; input?: string },
) {
  const { PATH = '', HOME = '', TMPDIR = '/tmp' } = process.env
  const program = spawn(command, args, { cwd: PROJECT, env: { PATH, HOME, TMPDIR, ...env } })
  program.stdin.on('error', (error: NodeJS.ErrnoException) => {
    // It may end before it has read all.
    if (error.code !== 'EPIPE') throw error
  })
  program.stdin.end(input)
  const [said, complained, [code]] = await Promise.all([
    text(program.stdout),
    text(program.stderr),
    once(program, 'close') as Promise<[number | null]>,
  ])
  return { code, said, complained }
}
