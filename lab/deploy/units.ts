import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile, readlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import {
  type Program,
  killProgram,
  startProgram,
  stopProgram,
} from '../../scripts/programs/program.ts'
import { findFreePort } from '../../server/testing/servers/free-port.ts'
import { PROJECT } from '../servers/lab-service.ts'
import { readSettings } from './compose-file.ts'

/** `programs`: a folder of PATH, with a `node`. `link`: leads to the release that starts. */
type Setup = {
  programs: string
  settings: string
  link: string
  additions: string
  ports: readonly number[]
}

type Running = { program: Program; log: () => string }

const SERVICE = 'hosted-checkout@'
const MIGRATION = 'hosted-checkout-migrate'

/**
 * Does for `deploy/systemd` what systemd does, with processes of this machine: what the units say, and
 * the additions to them. A `systemctl` and a `journalctl` in `programs` ask it.
 */
export async function startUnits({ programs, settings, link, additions, ports }: Setup) {
  const running = new Map<string, Running>()

  /** What a unit starts, as its file and the settings have it. */
  async function start(unit: string) {
    const port = unit.startsWith(SERVICE) ? unit.slice(SERVICE.length) : ''
    const template = port ? SERVICE : unit
    const file = await readFile(join(PROJECT, `deploy/systemd/${template}.service`), 'utf8')
    const words =
      file
        .match(/(?<=^Environment=).*/gm)
        ?.join(' ')
        .split(' ') ?? []
    const addition = join(additions, `${unit}.service.d/update.conf`)
    const added = existsSync(addition) ? await readFile(addition, 'utf8') : ''
    const [, folder = await readlink(link)] = /^WorkingDirectory=(.*)$/m.exec(added) ?? []
    const [, command = ''] = /^ExecStart=\/usr\/bin\/node (.*)$/m.exec(file) ?? []
    const own = words.join('\n').replaceAll('%i', port).replaceAll('%d', settings)
    const program = startProgram(join(programs, 'node'), command.split(' '), {
      cwd: folder,
      env: {
        ...readSettings(await readFile(join(settings, 'settings'), 'utf8')),
        ...readSettings(own),
        // A port of this machine has as many digits as any.
        ...(port.length > 4 && { METRICS_PORT: undefined }),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let log = ''
    for (const stream of [program.process.stdout, program.process.stderr])
      stream?.on('data', (chunk: Buffer) => (log += chunk.toString()))
    running.set(unit, { program, log: () => log })
    return program
  }

  function isUp(unit: string) {
    const { exitCode, signalCode } = running.get(unit)?.program.process ?? {
      exitCode: 1,
      signalCode: null,
    }
    return exitCode === null && !signalCode
  }
  async function stop(unit: string) {
    const found = running.get(unit)
    if (found) await stopProgram(found.program)
  }

  /** @throws {Error} what the command would complain of */
  async function obey([program = '', verb = '', ...words]: string[]) {
    const unit = words.at(-1) ?? ''
    if (program === 'journalctl')
      return (
        running
          .get(words[0] ?? '')
          ?.log()
          .slice(-2000) ?? ''
      )
    if (verb === 'list-units')
      return ports.map((port) => `${SERVICE}${port}.service loaded active running`).join('\n')
    if (verb === 'is-active' && !isUp(unit)) throw new Error('inactive')
    if (verb === 'stop' || verb === 'restart') await stop(unit)
    if (verb !== 'start' && verb !== 'restart') return ''
    const { ended } = await start(unit)
    if (unit === MIGRATION && (await ended).code !== 0) throw new Error(running.get(unit)?.log())
    return ''
  }

  const server = createServer((request, response) => {
    void text(request)
      .then((words) => obey(words.split(' ')))
      .then(
        (said) => response.end(said && `${said}\n`),
        (error: Error) => response.writeHead(500).end(error.message),
      )
  })
  const port = await findFreePort()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  for (const name of ['systemctl', 'journalctl'])
    await writeFile(
      join(programs, name),
      `#!/bin/sh\nexec curl -sS --fail-with-body -d "${name} $*" http://127.0.0.1:${port}\n`,
      { mode: 0o755 },
    )
  return {
    start: (each: number) => start(`${SERVICE}${each}`),
    /** The folders that the processes run from. */
    folders: () =>
      Promise.all(
        ports.map((each) =>
          readlink(`/proc/${running.get(`${SERVICE}${each}`)?.program.process.pid}/cwd`),
        ),
      ),
    /** Those that are no process of `ports`. */
    others: () =>
      [...running.keys()].filter(
        (unit) => isUp(unit) && !ports.some((each) => unit === `${SERVICE}${each}`),
      ),
    async stop() {
      await Promise.all([...running.values()].map(({ program }) => killProgram(program)))
      server.close()
    },
  }
}
