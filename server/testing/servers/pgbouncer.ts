import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { findProgram } from '../../../scripts/programs/find-program.ts'
import {
  startProgram,
  stopProgram,
  untilListening,
  untilReady,
} from '../../../scripts/programs/program.ts'
import { findFreePort } from './free-port.ts'

/** Undefined where Debian's `pgbouncer` is not installed. */
export const pgbouncer = findProgram('pgbouncer')

const PATIENCE_MS = 60_000

/** The roles of the tests, without passwords. */
const ROLES = '"service" ""\n"postgres" ""\n'

/**
 * PgBouncer before the tests' PostgreSQL: each transaction gets one of five connections of the
 * server. `settings`: lines of its configuration. (Default: it refuses what it cannot keep.)
 */
export async function startPgbouncer(program: string, settings: string[] = []) {
  const { host } = inject('postgres')
  const port = await findFreePort()
  const folder = await mkdtemp(join(tmpdir(), 'hc-pgbouncer-'))
  const [roles, configuration] = [join(folder, 'roles'), join(folder, 'pgbouncer.ini')]
  await writeFile(roles, ROLES)
  await writeFile(
    configuration,
    [
      '[databases]',
      `* = host=${host}`,
      '[pgbouncer]',
      'pool_mode = transaction',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = trust',
      `auth_file = ${roles}`,
      'default_pool_size = 5',
      'max_client_conn = 500',
      ...settings,
    ].join('\n'),
  )
  // It refuses to run as root.
  await chmod(folder, 0o755)
  const account = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const running = startProgram(program, ['-q', ...account, configuration], { stdio: 'ignore' })
  await untilReady(running, {
    name: 'pgbouncer',
    patienceMs: PATIENCE_MS,
    ready: (isOver) => untilListening(port, isOver),
  })
  return {
    /** The address of that database for a service. */
    urlOf: (database: string) => `postgresql://service@127.0.0.1:${port}/${database}`,
    stop: async () => {
      await stopProgram(running)
      await rm(folder, { recursive: true })
    },
  }
}
