import { existsSync, openSync } from 'node:fs'
import { chmod, chown, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findProgram } from '../../scripts/programs/find-program.ts'
import {
  type Program,
  killProgram,
  send,
  startProgram,
  stopProgram,
} from '../../scripts/programs/program.ts'
import { findPrimary } from '../../server/postgres/connection/primary.ts'
import { findAccount } from '../../server/postgres/embedded/embedded-account.ts'
import { findFreePort } from '../../server/testing/servers/free-port.ts'
import { readProcesses } from '../measure/processes.ts'
import { POSTGRES } from './haproxy.ts'
import { urlOf } from './node.ts'
import type { Pair } from './pair.ts'

/** Debian's packages that are missing to run it here. */
export const missingForPatroni = () => [
  ...Object.entries({ patroni: 'patroni', etcd: 'etcd-server' }).flatMap(([program, name]) =>
    findProgram(program) === undefined ? [name] : [],
  ),
  ...(existsSync(join(POSTGRES, 'postgres')) ? [] : ['postgresql-15']),
]

const POLL_MS = 50
const PATIENCE_MS = 120_000

/** Patroni replaces a primary that it has not heard of for so many seconds. */
const TTL_SECONDS = 5

type Member = { name: string; port: number; healthPort: number; folder: string }

const settingsOf = ({ name, port, healthPort, folder }: Member, etcdPort: number) => `
scope: checkout
name: ${name}
restapi: { listen: '127.0.0.1:${healthPort}', connect_address: '127.0.0.1:${healthPort}' }
etcd: { host: '127.0.0.1:${etcdPort}' }
bootstrap:
  dcs:
    ttl: ${TTL_SECONDS}
    loop_wait: 1
    retry_timeout: 2
    synchronous_mode: true
    postgresql:
      use_pg_rewind: true
      parameters: { wal_log_hints: 'on', max_connections: 100, shared_buffers: 64MB }
  initdb: [encoding: UTF8, no-locale]
postgresql:
  listen: '127.0.0.1:${port}'
  connect_address: '127.0.0.1:${port}'
  data_dir: ${folder}/data
  bin_dir: ${POSTGRES}
  pgpass: ${folder}/pgpass
  authentication:
    superuser: { username: postgres, password: superuser }
    replication: { username: replicator, password: replicator }
  parameters: { unix_socket_directories: ${folder} }
  pg_hba:
    - local all all trust
    - host all all 127.0.0.1/32 trust
    - host replication all 127.0.0.1/32 trust
`

/** Two PostgreSQLs of Debian. Patroni promotes the standby, and makes a lost one the standby. */
export async function startPatroniPair(folder: string, logs: string) {
  await chmod(folder, 0o711)
  const account = await findAccount(join(folder, 'data'))
  const etcdPort = await findFreePort()
  const etcd = startEtcd(folder, { port: etcdPort, peerPort: await findFreePort() })

  async function createMember(name: string) {
    const [port, healthPort] = [await findFreePort(), await findFreePort()]
    const member = { name, port, healthPort, folder: join(folder, name) }
    const file = join(member.folder, 'patroni.yml')
    await mkdir(member.folder)
    await writeFile(file, settingsOf(member, etcdPort))
    if (account) await chown(member.folder, account.uid, account.gid)
    const log = openSync(join(logs, `patroni-${name}.log`), 'a')
    const start = () =>
      startProgram(findProgram('patroni') ?? 'patroni', [file], {
        ...account,
        cwd: '/',
        stdio: ['ignore', log, log],
        // On the first signal it stops its PostgreSQL, too.
        lastSignal: 'SIGTERM',
      })
    return { ...member, start, program: start() }
  }
  const first = await createMember('one')
  await untilPrimary([first.port])
  const members = [first, await createMember('two')]
  const ports = members.map(({ port }) => port)
  await untilSynchronous(members)
  let lost: { member: (typeof members)[0]; pids: number[]; isKilled: boolean } | undefined

  return {
    ports,
    healthPorts: members.map(({ healthPort }) => healthPort),
    async strike(how) {
      const port = await untilPrimary(ports)
      const member = members.find((each) => each.port === port) ?? first
      const pids = await processesOf(member)
      for (const pid of pids) send(pid, how === 'kill' ? 'SIGKILL' : 'SIGSTOP')
      lost = { member, pids, isKilled: how === 'kill' }
    },
    promote: async () =>
      void (await untilPrimary(ports.filter((port) => port !== lost?.member.port))),
    async wake() {
      if (!lost?.isKilled) for (const pid of lost?.pids ?? []) send(pid, 'SIGCONT')
    },
    async mend() {
      if (lost?.isKilled) lost.member.program = lost.member.start()
      lost = undefined
      await untilSynchronous(members)
    },
    async stop() {
      await Promise.all(members.map(({ program }) => stopProgram(program)))
      await killProgram(etcd)
    },
  } satisfies Pair & Record<string, unknown>
}

/**
 * With version 2 of its interface. By version 3, Patroni 3.0.2 writes the lock of a primary that stood
 * still over the lock of the one that has replaced it.
 */
function startEtcd(folder: string, { port, peerPort }: { port: number; peerPort: number }) {
  const [clients, peers] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`]
  const settings = {
    'data-dir': join(folder, 'etcd'),
    'enable-v2': 'true',
    'listen-client-urls': clients,
    'advertise-client-urls': clients,
    'listen-peer-urls': peers,
    'initial-advertise-peer-urls': peers,
    'initial-cluster': `default=${peers}`,
  }
  const args = Object.entries(settings).map(([name, value]) => `--${name}=${value}`)
  return startProgram(findProgram('etcd') ?? 'etcd', args, { stdio: 'ignore' })
}

/** Patroni, PostgreSQL, and what that has started. */
async function processesOf({ folder, program }: { folder: string; program: Program }) {
  const text = await readFile(join(folder, 'data/postmaster.pid'), 'utf8')
  const postmaster = Number.parseInt(text, 10)
  const children = [...readProcesses()].filter(([, { parent }]) => parent === postmaster)
  return [program.pid, postmaster, ...children.map(([pid]) => pid)]
}

/** @returns the port of the one that takes writes */
async function untilPrimary(ports: number[]) {
  const deadline = performance.now() + PATIENCE_MS
  while (performance.now() < deadline) {
    const found = await findPrimary(ports.map(urlOf))
    if (found) return Number(new URL(found.address).port)
    await wait(POLL_MS)
  }
  throw new Error(`Patroni has made nobody the primary for ${PATIENCE_MS / 1000} s`)
}

/**
 * Until Patroni would promote the other one without losing a commit. The one that was just promoted may
 * still say that it is a standby.
 */
async function untilSynchronous(members: Pick<Member, 'port' | 'healthPort'>[]) {
  for (;;) {
    const primary = await untilPrimary(members.map(({ port }) => port))
    const other = members.find(({ port }) => port !== primary)
    const url = `http://127.0.0.1:${other?.healthPort}/synchronous`
    const isThere = await fetch(url, { signal: AbortSignal.timeout(5000) }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isThere) return
    await wait(POLL_MS)
  }
}
