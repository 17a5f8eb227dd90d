import { chown, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { UnusableDatabase } from '../connection/unusable-database.ts'
import { throwWithCure } from './data-trouble.ts'
import { findAccount, type Account } from './embedded-account.ts'
import { findBinaries } from './embedded-binaries.ts'
import { findHome, openSocketFolder } from './embedded-folders.ts'
import {
  PostgresEnded,
  detach,
  endOrphan,
  guard,
  run,
  runToEnd,
  type Running,
} from './embedded-process.ts'

export type EmbeddedPostgres = {
  connection: { host: string; database: string; user: string }
  /** The data folder: `dataDir/postgres`, or the folder it links to. */
  data: string
  /** Ends every connection, writes everything to disk and stops. May be called twice. */
  stop(): Promise<void>
}

type Options = {
  dataDir: string
  /** Gets sentences for the operator; never a statement or a value. */
  log?: (sentence: string) => void
  /** Server settings that win over ours, for tests: `{ fsync: 'off' }`. */
  settings?: Record<string, string>
}

type Installation = {
  data: string
  binaries: string
  socketFolder: string
  account: Account | undefined
}

const STARTING_MS = 60_000
const STOPPING_MS = 8_000
const ATTEMPTS = 50
const SQLITE_BUSY = 5
const USER = 'postgres'
/** A standby is ready for those who read. */
const READY = /database system is ready to accept (?:read-only )?connections/

// Statements, values and rows stay out of the log, because they hold buyers' data.
const SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '64MB',
  maintenance_work_mem: '32MB',
  max_wal_size: '256MB',
  io_method: 'sync',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  fsync: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  logging_collector: 'off',
  log_destination: 'stderr',
  log_min_messages: 'log',
  log_statement: 'none',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_min_duration_statement: '-1',
}

/**
 * Starts a PostgreSQL of this process on the data in `dataDir/postgres`, which it creates the first
 * time. Only its account can open the socket. It stops with this process, even when that is killed,
 * and keeps what was committed. Rejects when another process uses the data.
 */
export const startEmbeddedPostgres = (options: Options): Promise<EmbeddedPostgres> =>
  start(options).catch((error) => throwWithCure(error, options.dataDir))

async function start({
  dataDir,
  log = () => {},
  settings = {},
}: Options): Promise<EmbeddedPostgres> {
  const account = await findAccount(join(dataDir, 'postgres'))
  const home = await findHome(resolve(dataDir), account)
  const lock = lockHome(home)
  try {
    const data = join(home, 'postgres')
    const binaries = await findBinaries(home, account)
    if (!(await isThere(join(data, 'PG_VERSION')))) await createData(data, binaries, account)
    const socketFolder = await openSocketFolder(data, account)
    await endOrphan(data, socketFolder)
    const installation = { data, binaries, socketFolder, account }
    const server = await startServer(installation, { ...SETTINGS, ...settings })
    log(`PostgreSQL runs on the data in ${data}`)
    return {
      connection: { host: socketFolder, database: USER, user: USER },
      data,
      stop: stopper({ server, installation, lock, log }),
    }
  } catch (error) {
    lock.close()
    throw error
  }
}

/** Throws where this user may not look. */
const isThere = (file: string) =>
  stat(file).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      return false
    },
  )

/** SQLite only for its lock: the kernel releases it when this process dies, however it dies. */
function lockHome(home: string) {
  const lock = new DatabaseSync(join(home, 'postgres.lock'), { timeout: 0 })
  try {
    lock.exec('pragma journal_mode = memory; begin exclusive')
    return lock
  } catch (cause) {
    lock.close()
    if (!isBusy(cause)) throw cause
    throw new UnusableDatabase(
      `Another process is using the data in ${home}: stop it first, or set another DATA_DIR.`,
      { cause },
    )
  }
}

const isBusy = (error: unknown) =>
  error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY

/** Creates the data in another folder, then renames it: a start that is cut off leaves no half. */
async function createData(data: string, binaries: string, account: Account | undefined) {
  const home = dirname(data)
  const prefix = `${basename(data)}.new-`
  for (const name of await readdir(home))
    if (name.startsWith(prefix)) await rm(join(home, name), { recursive: true })
  const staging = await mkdtemp(join(home, prefix))
  if (account) await chown(staging, account.uid, account.gid)
  const args = [
    '-D',
    staging,
    '-U',
    USER,
    '--auth=trust',
    '--encoding=UTF8',
    '--no-locale',
    '--no-instructions',
  ]
  await runToEnd({ file: join(binaries, 'bin', 'initdb'), args, account })
  await rename(staging, data)
}

async function startServer(
  installation: Installation,
  settings: Record<string, string>,
): Promise<Running> {
  const all = {
    ...settings,
    unix_socket_directories: `"${installation.socketFolder.replaceAll('"', '""')}"`,
  }
  const args = [
    '-D',
    installation.data,
    ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  for (let attempt = 1; ; attempt += 1) {
    const { server, failure } = await startOnce({
      file: join(installation.binaries, 'bin', 'postgres'),
      args,
      account: installation.account,
    })
    if (failure === undefined) return server
    // After PostgreSQL itself was killed, its connections need a moment to notice.
    if (attempt === ATTEMPTS || !failure.includes('shared memory block'))
      throw new PostgresEnded(failure)
    await wait(100)
  }
}

async function startOnce(program: Parameters<typeof run>[0]) {
  const { promise: ready, resolve: announce } = Promise.withResolvers<undefined>()
  const server = run(program, (line) => {
    if (READY.test(line)) announce(undefined)
  })
  const late = new AbortController()
  const failure = await Promise.race([
    ready,
    server.ended.then((outcome) => `${outcome}\n${server.lastLines()}`),
    wait(STARTING_MS, undefined, { signal: late.signal }).then(
      () => `not ready in time\n${server.lastLines()}`,
    ),
  ])
  late.abort()
  if (failure !== undefined) server.child.kill('SIGQUIT')
  return { server, failure }
}

type RunningDatabase = {
  server: Running
  installation: Installation
  lock: DatabaseSync
  log: (sentence: string) => void
}

function stopper({
  server,
  installation: { data, socketFolder, account },
  lock,
  log,
}: RunningDatabase) {
  const guardian = guard(server.pid, account)
  detach(server)
  let stopping: Promise<void> | undefined
  const release = server.ended.then(async (outcome) => {
    if (!stopping) log(`PostgreSQL stopped by itself (${outcome}): ${server.lastLines()}`)
    await guardian.dismiss()
    if (socketFolder !== data) await rm(socketFolder, { recursive: true, force: true })
    lock.close()
  })
  const stop = async () => {
    server.child.ref()
    server.child.kill('SIGINT')
    const impatience = setTimeout(() => server.child.kill('SIGQUIT'), STOPPING_MS)
    await release
    clearTimeout(impatience)
  }
  return () => (stopping ??= stop())
}
