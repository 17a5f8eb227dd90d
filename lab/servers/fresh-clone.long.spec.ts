import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, relative } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import {
  killProgram,
  send,
  startProgram,
  untilAnswers,
  untilReady,
} from '../../scripts/programs/program.ts'
import { findFreePort } from '../../server/testing/servers/free-port.ts'
import { PROJECT } from './lab-service.ts'

const PATIENCE_MS = 300_000

/** What is no part of a clone. */
const LEFT_OUT = ['node_modules', 'dist', '.git', '.data', '.tsc', 'test-results']

/** Where a machine has its own programs, none of ours. */
const FOLDERS = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))

async function aClone() {
  const home = await mkdtemp(join(tmpdir(), 'hc-clone-'))
  onTestFinished(() => rm(home, { recursive: true, force: true }))
  // Started as root, PostgreSQL runs as another user, who has to get to its data.
  await chmod(home, 0o711)
  const clone = join(home, 'clone')
  await cp(PROJECT, clone, {
    recursive: true,
    filter: (path) => !LEFT_OUT.includes(relative(PROJECT, path)),
  })
  // Tests need no registry: `npm ci` brings the packages that are here.
  const bin = join(home, 'bin')
  await mkdir(bin)
  await writeFile(
    join(bin, 'npm'),
    `#!/bin/sh\n[ "$1" = ci ] && exec ln -s '${join(PROJECT, 'node_modules')}' node_modules\n`,
    { mode: 0o755 },
  )
  return { clone, bin }
}

test('contract §1: npm start on a fresh clone sets up everything without a warning, also where npm skips scripts of installs, and Ctrl-C ends it', async () => {
  const { clone, bin } = await aClone()
  const npm = FOLDERS.map((folder) => join(folder, 'npm')).find(existsSync) ?? 'npm'
  const [port, demoPort] = [await findFreePort(), await findFreePort()]
  const program = startProgram(npm, ['start'], {
    cwd: clone,
    env: {
      HOME: process.env['HOME'],
      TMPDIR: tmpdir(),
      PATH: [bin, ...FOLDERS].join(delimiter),
      PORT: String(port),
      DEMO_PORT: String(demoPort),
      npm_config_ignore_scripts: 'true',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    group: true,
  })
  const said = Promise.all([text(program.process.stdout!), text(program.process.stderr!)])
  onTestFinished(async () => void (await killProgram(program)))
  await untilReady(program, {
    name: 'npm start',
    patienceMs: PATIENCE_MS,
    ready: (isOver) => untilAnswers(`http://localhost:${demoPort}`, isOver),
  })
  expect(await fetch(`http://localhost:${port}/readyz`)).toMatchObject({ status: 200 })

  send(program.pid, 'SIGINT')
  expect(await program.ended).toEqual({ code: 0, signal: null })
  const [output, complaints] = await said
  expect(`${complaints}${output}`).not.toMatch(/warn|deprecat|PLUGIN_TIMINGS|\[33m/i)
  await expect(fetch(`http://localhost:${port}/healthz`)).rejects.toThrow('fetch failed')
})
