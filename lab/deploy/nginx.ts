import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  startProgram,
  stopProgram,
  untilListening,
  untilReady,
} from '../../scripts/programs/program.ts'
import { findProgram } from '../../scripts/programs/find-program.ts'
import { findFreePort } from '../../server/testing/servers/free-port.ts'
import { PROJECT } from '../servers/lab-service.ts'
import { run } from './run.ts'

/** `upstreams`: where the two processes of the file listen. */
type Setup = { port: number; upstreams: [number, number] }

/** Debian's nginx with our file, for names that end with `.localhost`, and `localhost` itself. */
export async function startNginx(folder: string, { port, upstreams: [one, other] }: Setup) {
  const home = join(folder, 'nginx')
  await mkdir(home)
  const certificate = await aCertificate(home)
  const plainPort = await findFreePort()
  const example = await readFile(join(PROJECT, 'deploy/nginx.conf'), 'utf8')
  const file = join(home, 'nginx.conf')
  await writeFile(
    file,
    `daemon off; worker_processes 1; pid ${home}/pid; error_log stderr;
     events {}
     http { client_body_temp_path ${home}; proxy_temp_path ${home};
     ${example
       .replaceAll('shop.example ', 'localhost ')
       .replaceAll('shop.example;', 'localhost;')
       .replace('/etc/ssl/shop.example/fullchain.pem', certificate)
       .replace('/etc/ssl/shop.example/privkey.pem', join(home, 'key.pem'))
       .replace('listen 443 ', `listen ${port} `)
       .replace('listen 80;', `listen ${plainPort};`)
       .replaceAll('/var/log/nginx', home)
       .replace('127.0.0.1:4242', `127.0.0.1:${one}`)
       .replace('127.0.0.1:4243', `127.0.0.1:${other}`)}
     }`,
  )
  const program = startProgram(findProgram('nginx') ?? 'nginx', ['-c', file, '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    lastSignal: 'SIGTERM',
  })
  let log = ''
  program.process.stderr?.on('data', (chunk: Buffer) => (log += chunk.toString()))
  await untilReady(program, {
    name: 'nginx',
    patienceMs: 60_000,
    ready: (isOver) => untilListening(port, isOver),
  }).catch((cause: unknown) => {
    throw new Error(log, { cause })
  })
  return {
    certificate,
    plainPort,
    /** The lines of requests. */
    log: () => readFile(join(home, 'hosted-checkout.log'), 'utf8'),
    stop: async () => void (await stopProgram(program)),
  }
}

/** A certificate for all of the names, signed by itself. */
async function aCertificate(home: string) {
  const file = join(home, 'certificate.pem')
  const hosts = ['api.localhost', 'pay.localhost', 'cards.localhost', 'localhost']
  const names = [...hosts.map((name) => `DNS:${name}`), 'IP:127.0.0.1'].join()
  const options = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2
    -subj /CN=api.localhost -addext subjectAltName=${names} -keyout ${home}/key.pem -out ${file}`
  await run('openssl', options.split(/\s+/))
  return file
}
