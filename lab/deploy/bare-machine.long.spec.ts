import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from 'vitest'
import { killProgram } from '../../scripts/programs/program.ts'
import { findFreePort } from '../../server/testing/servers/free-port.ts'
import { type BareDebian, NEWCOMER, makeBareDebian } from './bare-debian.ts'
import { canMakeDebian } from './skipped.ts'

const canMake = await canMakeDebian()

/** Not in memory, because the installations need gigabytes. */
const FOLDERS = '/var/tmp/hosted-checkout-bare-'

/** Ends with the script's code, and with its output when that is not 0. */
async function run(debian: BareDebian, user: string, script: string, env?: Record<string, string>) {
  const program = debian.start(user, script, env)
  try {
    const { stdout, stderr } = program.process
    const [said, complained] = await Promise.all([text(stdout!), text(stderr!)])
    const ending = await program.ended
    if (ending.code !== 0)
      throw new Error(`It ended with ${ending.signal ?? ending.code}.\n${said}\n${complained}`)
    return said
  } finally {
    await killProgram(program)
  }
}

/**
 * Starts, looks, stops: `TO` is `-` when the signal goes to the whole group. The shell has an own process group for
 * what it starts, as in a terminal.
 */
const START = `
  set -m
  cd ~/hosted-checkout
  npm start & started=$!
  until curl -fso /dev/null "http://localhost:$PORT/readyz" &&
    curl -fso /dev/null "http://localhost:$DEMO_PORT"
  do
    kill -0 $started || exit 1
    sleep 0.2
  done
  echo 'Both answer.'
  kill -s "$SIGNAL" -- "$TO$started"
  wait $started
  echo "npm start ended with $?."
  for i in $(seq 100); do
    left=
    for each in /proc/[0-9]*; do
      case $each in /proc/1 | /proc/$$) continue ;; esac
      # Empty for one that has ended.
      left="$left$(tr '\\0' ' ' < "$each/cmdline" 2> /dev/null)"
    done
    [ -n "$left" ] || break
    sleep 0.2
  done
  echo "Left running:$left."`

async function start(debian: BareDebian, user: string, stop: { SIGNAL: string; TO: string }) {
  const [port, demoPort] = [await findFreePort(), await findFreePort()]
  return run(debian, user, START, { ...stop, PORT: `${port}`, DEMO_PORT: `${demoPort}` })
}

describe.runIf(canMake)('contract §1: a Debian 12 that has only git, curl and npm', () => {
  let debian: BareDebian
  let folder: string
  afterAll(() => folder && rm(folder, { recursive: true, force: true, maxRetries: 5 }))

  test('has no compiler, no database, no browser, and none of this project', async () => {
    folder = await mkdtemp(FOLDERS)
    debian = await makeBareDebian(join(folder, 'root'))
    const found = await run(
      debian,
      'root',
      'compgen -c | grep -xE "cc|gcc|make|python3?|postgres|psql|redis-server|chromium.*|firefox.*|yarn"; ls ~/hosted-checkout; node --version; exit 0',
    )
    expect(found).toMatch(/^CHANGELOG\.md\n/)
    expect(found).not.toMatch(/^(?:node_modules|dist|\.data)$/m)
  })

  test('npm start sells, to a user without rights, and ends whole', async () => {
    const said = await start(debian, NEWCOMER, { SIGNAL: 'TERM', TO: '' })
    expect(said).toMatch(/Both answer\.[\s\S]*Left running:\.$/m)
  })

  test('npm start sells, to root, and ends whole with Ctrl-C', async () => {
    const said = await start(debian, 'root', { SIGNAL: 'INT', TO: '-' })
    expect(said).toMatch(/Both answer\.[\s\S]*Left running:\.$/m)
  })

  test('npm test passes', async () => {
    const script = 'cd ~/hosted-checkout && npm test'
    const said = await run(debian, 'root', script, { HOLD_CPU_BUDGET: '1' })
    expect(said).toMatch(/^\d+ passed, 0 failed\s*$/m)
  })
})
