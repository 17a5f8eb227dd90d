import { execFile } from 'node:child_process'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startEmbeddedPostgres } from '../../server/postgres/embedded/embedded-postgres.ts'
import { endWithUs, send } from '../../scripts/programs/program.ts'
import { observe, startRedis as startTestRedis } from '../../server/testing/servers/redis-server.ts'
import { type Sql, openSql } from '../../server/testing/sql.ts'
import { removeWithUs } from './folders.ts'

/** A program that can be killed and held. `kill` resolves when it is back. */
export type Target = { kill(): Promise<void>; hold(): Promise<() => void>; stop(): Promise<void> }

type Postgres = Target & {
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
): Promise<Postgres> {
  await mkdir(dataDir, { recursive: true })
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

/** A Redis that forgets everything when it dies. */
export async function startRedis() {
  const room = ['--maxmemory', '256mb', '--maxmemory-policy', 'volatile-lru']
  const server = await startTestRedis(room)
  removeWithUs(server.folder)
  return {
    ...server,
    stop: server.remove,
    async kill() {
      await server.kill()
      await server.start()
    },
    hold: () => Promise.resolve(holdProcess(server.pid())),
    async flush() {
      const observer = await observe(server.port)
      await observer.flushAll()
      observer.destroy()
    },
  } satisfies Target & Record<string, unknown>
}

/** Both, and how a service reaches them. */
export async function startDatabases(dataDir: string, settings?: Record<string, string>) {
  const [postgres, redis] = await Promise.all([startPostgres(dataDir, settings), startRedis()])
  return {
    postgres,
    redis,
    env: { DATABASE_URL: postgres.url, REDIS_URL: redis.url },
    stop: () => Promise.all([postgres.stop(), redis.stop()]),
  }
}

export function holdProcess(pid: number) {
  send(pid, 'SIGSTOP')
  return () => {
    send(pid, 'SIGCONT')
  }
}
