import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { connect } from 'node:tls'
import {
  killProgram,
  startProgram,
  untilListening,
  untilReady,
} from '../../scripts/programs/program.ts'
import { PROJECT } from '../servers/lab-service.ts'

/** What is of this machine: no port 80, no port for its administration, no list of trusted roots. */
const HERE = '\tauto_https disable_redirects\n\tadmin off\n\tskip_install_trust\n'

const NAMES = ['api', 'pay', 'cards']

/** Whether it has the certificate of this name. It listens before it has any. */
async function hasCertificate(port: number, name: string) {
  const servername = `${name}.localhost`
  const socket = connect({ host: '127.0.0.1', port, servername, rejectUnauthorized: false })
  const isSecure = await once(socket, 'secureConnect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return isSecure
}

async function untilSecure(port: number, isOver: AbortSignal) {
  await untilListening(port, isOver)
  for (const name of NAMES)
    while (!isOver.aborted && !(await hasCertificate(port, name))) await wait(50)
}

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
    ready: (isOver) => untilSecure(port, isOver),
  }).catch((cause: unknown) => {
    throw new Error(log, { cause })
  })
  return {
    log: () => log,
    certificate: join(home, 'caddy/pki/authorities/local/root.crt'),
    stop: async () => void (await killProgram(program)),
  }
}
