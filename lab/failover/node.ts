import { execFile } from 'node:child_process'
import { chown, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../server/postgres/embedded/embedded-postgres.ts'
import { endWithUs, send } from '../../scripts/programs/program.ts'

/** One PostgreSQL of a pair. */
export type Node = Awaited<ReturnType<typeof startNode>>

type Installation = {
  /** A folder of its own; its data are in `postgres` there. */
  folder: string
  port: number
}

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  // A standby that is copied from this one needs what was written since the copy began.
  wal_keep_size: '256MB',
}

export const urlOf = (port: number) => `postgresql://postgres@127.0.0.1:${port}/postgres`

/** Starts it on the data in its folder, which it creates the first time. */
export async function startNode({ folder, port }: Installation) {
  const { data, stop } = await startEmbeddedPostgres({
    dataDir: folder,
    settings: { ...SETTINGS, port: String(port) },
  })
  const pid = Number.parseInt(await readFile(join(data, 'postmaster.pid'), 'utf8'), 10)
  const forget = endWithUs(pid, 'SIGQUIT')
  const admin = new pg.Client({ connectionString: urlOf(port) })
  // It is killed while this connection is open.
  admin.on('error', () => undefined)
  await admin.connect()
  let stopped: number[] = []

  /** Each of its processes has a session of its own. The first one is told first, and starts no more. */
  async function freeze() {
    send(pid, 'SIGSTOP')
    const { rows } = await admin.query<{ pid: number }>(
      'select pid from pg_stat_activity where pid <> pg_backend_pid()',
    )
    stopped = [pid, ...rows.map((row) => row.pid)]
    for (const each of stopped) send(each, 'SIGSTOP')
  }
  const wake = () => {
    for (const each of stopped.splice(0)) send(each, 'SIGCONT')
  }

  return {
    folder,
    port,
    data,
    admin,
    freeze,
    wake,
    /** As when its machine dies. */
    async kill() {
      await freeze()
      for (const each of stopped.splice(0)) send(each, 'SIGKILL')
      forget()
      await stop()
    },
    async stop() {
      wake()
      await admin.end().catch(() => undefined)
      forget()
      await stop()
    },
  }
}

/** What `cp` says of a file that the running server has removed meanwhile. */
const VANISHED = /: No such file or directory$/

/**
 * A new standby of `primary` in this folder: its data are copied while it runs, as PostgreSQL allows
 * it between `pg_backup_start` and `pg_backup_stop`.
 */
export async function startStandby({ folder, port }: Installation, primary: Node): Promise<Node> {
  const copy = join(folder, 'postgres')
  await rm(copy, { recursive: true, force: true })
  await primary.admin.query(`select pg_backup_start('standby', fast => true)`)
  await promisify(execFile)('cp', ['-a', primary.data, copy], { env: { LC_ALL: 'C' } }).catch(
    (error: { stderr: string }) => {
      const [lines, unknown] = [
        error.stderr.trim().split('\n'),
        (line: string) => !VANISHED.test(line),
      ]
      if (lines.some(unknown)) throw error
    },
  )
  const { rows } = await primary.admin.query<{ label: string }>(
    'select labelfile as label from pg_backup_stop(wait_for_archive => false)',
  )
  const { uid, gid } = await stat(primary.data)
  const write = async (name: string, text: string) => {
    await writeFile(join(copy, name), text)
    await chown(join(copy, name), uid, gid)
  }
  await rm(join(copy, 'postmaster.pid'))
  await write('backup_label', rows[0]?.label ?? '')
  await write('standby.signal', '')
  await write(
    'postgresql.auto.conf',
    `primary_conninfo = 'host=127.0.0.1 port=${primary.port} user=postgres'\n`,
  )
  return startNode({ folder, port })
}
