import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { startProgram } from '../../../scripts/programs/program.ts'

type Running = { args?: string[]; env: Record<string, string> }

/** Runs an operator's program as `npm run <name>` does; returns its printed `lines`. */
export async function runOperatorProgram(name: string, { args = [], env }: Running) {
  const file = fileURLToPath(new URL(`../../operate/${name}-command.ts`, import.meta.url))
  const { process: child, ended } = startProgram(process.execPath, [file, ...args], {
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

export const runReconcile = (running: Running) => runOperatorProgram('reconcile', running)
