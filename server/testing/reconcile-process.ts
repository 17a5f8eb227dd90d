import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { startProgram } from '../../scripts/programs/program.ts'

const COMMAND = fileURLToPath(new URL('../operate/reconcile-command.ts', import.meta.url))

/** Runs the command as an operator does; `lines` are what it printed. */
export async function runReconcile({
  args = [],
  env,
}: {
  args?: string[]
  env: Record<string, string>
}) {
  const { process: child, ended } = startProgram(process.execPath, [COMMAND, ...args], {
    env: {
      PLATFORM_TOKEN: 'platform-token-of-all-of-the-tests',
      TOKEN_SIGNING_KEY: 'signing key material of the tests',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (!child.stdout || !child.stderr) throw new Error('the command has no output')
  const [stdout, stderr, { code }] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    ended,
  ])
  return {
    code,
    lines: stdout.split('\n').filter((line) => line !== ''),
    stderr,
  }
}
