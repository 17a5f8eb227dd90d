import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const COMMAND = fileURLToPath(new URL('../operate/reconcile.ts', import.meta.url))

/** Runs the command as an operator does; `lines` are what it printed. */
export async function runReconcile({
  args = [],
  env,
}: {
  args?: string[]
  env: Record<string, string>
}) {
  const child = spawn(process.execPath, [COMMAND, ...args], {
    env: {
      PLATFORM_TOKEN: 'platform-token-of-the-tests',
      TOKEN_SIGNING_KEY: 'signing key material of the tests',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  return {
    code: code as number | null,
    lines: stdout.split('\n').filter((line) => line !== ''),
    stderr,
  }
}
