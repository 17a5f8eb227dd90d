import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rename, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { startEmbeddedPostgres } from '../../server/postgres/embedded/embedded-postgres.ts'
import {
  type Program,
  endWithUs,
  send,
  startProgram,
  untilReady,
} from '../../scripts/programs/program.ts'
import { findFreePort } from '../../server/testing/servers/free-port.ts'
import { type Sql, openSql } from '../../server/testing/sql.ts'

/** A program that can be killed and held. `kill` resolves when it is back. */
export type Target = { kill(): Promise<void>; hold(): Promise<() => void>; stop(): Promise<void> }

export type ChaosPostgres = Target & {
  sql: Sql
  socket: string
  /** The first process of the latest start. */
  pid(): number
  connection: { host: string; user: string; database: string }
  /** The same as a URL. */
  url: string
  /** Backs up all that is committed. */
  copy(): Promise<void>
  /** Replaces the data by the backup, as an operator does. */
  restore(): Promise<void>
}

/** A PostgreSQL of the run. Its commits must survive kill -9, so it writes as in production. */
export async function startPostgres(
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<ChaosPostgres> {
  const start = async () => {
    const server = await startEmbeddedPostgres({
      dataDir,
      settings: { max_connections: '200', shared_buffers: '128MB', ...settings },
    })
    const pid = Number.parseInt(await readFile(join(server.data, 'postmaster.pid'), 'utf8'), 10)
    return { ...server, pid, forget: endWithUs(pid, 'SIGQUIT') }
  }
  let server = await start()
  const { host, user, database } = server.connection
  const url = `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}`
  const sql = openSql(url)

  const backup = `${server.data}.backup`

  async function stop(signal?: 'SIGKILL') {
    server.forget()
    if (signal) send(server.pid, signal)
    await server.stop()
  }
  return {
    sql,
    connection: { host, user, database },
    url,
    socket: join(host, '.s.PGSQL.5432'),
    pid: () => server.pid,
    async kill() {
      await stop('SIGKILL')
      server = await start()
    },
    async copy() {
      await stop()
      // Keeps the owner, who may have another account.
      await promisify(execFile)('cp', ['-a', server.data, backup])
      server = await start()
    },
    async restore() {
      await stop('SIGKILL')
      await rm(server.data, { recursive: true })
      await rename(backup, server.data)
      server = await start()
      await sql.rows('select raise_epoch()')
    },
    /** Its processes have their own sessions, so each is stopped alone. */
    async hold() {
      const backends = await sql.rows<{ pid: number }>(
        'select pid from pg_stat_activity where pid <> pg_backend_pid()',
      )
      const pids = [server.pid, ...backends.map(({ pid }) => pid)]
      for (const pid of pids) send(pid, 'SIGSTOP')
      return () => {
        for (const pid of pids) send(pid, 'SIGCONT')
      }
    },
    async stop() {
      await sql.close()
      await stop()
    },
  }
}

/** Beside many programs a start of seconds takes minutes. One that ends is noticed at once. */
export const START_PATIENCE_MS = 300_000

export type ChaosRedis = Target & { port: number; pid(): number; flush(): Promise<void> }

/** A Redis that forgets everything when it dies. */
export async function startRedis(): Promise<ChaosRedis> {
  const port = await findFreePort()
  let server = await startRedisOn(port)
  return {
    port,
    pid: () => server.pid,
    async kill() {
      send(server.pid, 'SIGKILL')
      await server.ended
      server = await startRedisOn(port)
    },
    hold: () => Promise.resolve(holdProcess(server.pid)),
    async flush() {
      const socket = connect(port, '127.0.0.1')
      socket.end('FLUSHALL\r\n')
      socket.resume()
      await once(socket, 'close')
    },
    async stop() {
      send(server.pid, 'SIGKILL')
      await server.ended
    },
  }
}

async function startRedisOn(port: number): Promise<Program> {
  const settings = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
    '--maxmemory',
    '256mb',
    '--maxmemory-policy',
    'volatile-lru',
  ]
  const child = startProgram('redis-server', settings, { stdio: ['ignore', 'pipe', 'inherit'] })
  const { stdout } = child.process
  if (!stdout) throw new Error('redis-server has no output')
  const ready = async () => {
    for await (const line of createInterface({ input: stdout }))
      if (line.includes('Ready to accept connections')) return
  }
  await untilReady(child, { name: 'redis-server', patienceMs: START_PATIENCE_MS, ready })
  stdout.resume()
  return child
}

export function holdProcess(pid: number) {
  send(pid, 'SIGSTOP')
  return () => {
    send(pid, 'SIGCONT')
  }
}
