import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  killProgram,
  startProgram,
  untilListening,
  untilReady,
} from '../../scripts/programs/program.ts'
import { PROJECT } from '../servers/lab-service.ts'

/** What is of this machine: no port 80, no port for its administration, no list of trusted roots. */
const HERE = '\tauto_https disable_redirects\n\tadmin off\n\tskip_install_trust\n'

type Setup = { env: Record<string, string>; port: number }

/** Debian's Caddy with our file; returns the certificate that its own ones are signed with. */
export async function startCaddy(folder: string, { env, port }: Setup) {
  const home = join(folder, 'caddy-home')
  await mkdir(home)
  const file = join(home, 'Caddyfile')
  const ours = await readFile(join(PROJECT, 'deploy/Caddyfile'), 'utf8')
  await writeFile(file, ours.replace(/^\{\n/m, `{\n${HERE}`))
  const options = ['run', '--adapter', 'caddyfile', '--config', file]
  const program = startProgram('caddy', options, {
    env: { ...process.env, ...env, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let log = ''
  program.process.stderr?.on('data', (chunk: Buffer) => (log += chunk.toString()))
  await untilReady(program, {
    name: 'caddy',
    patienceMs: 60_000,
    ready: (isOver) => untilListening(port, isOver),
  }).catch((cause: unknown) => {
    throw new Error(log, { cause })
  })
  return {
    log: () => log,
    certificate: join(home, 'caddy/pki/authorities/local/root.crt'),
    stop: async () => void (await killProgram(program)),
  }
}
