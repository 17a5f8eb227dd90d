import { join } from 'node:path'
import { killProgram, send } from '../../scripts/programs/program.ts'
import { cellOf } from '../../server/open/open-database.ts'
import { migrate } from '../../server/postgres/migrations.ts'
import { findFreePort } from '../../server/testing/servers/free-port.ts'
import { openFolder } from '../servers/folders.ts'
import { startDatabases, startPostgres } from '../servers/databases.ts'
import { bundleService } from '../servers/bundled-service.ts'
import { PROJECT } from '../servers/lab-service.ts'
import { NO_LIMITS } from '../servers/settings.ts'
import { startServiceProcess } from '../servers/service-process.ts'
import type { CellRecord } from './move-names.ts'
import { startProxy } from './proxy.ts'

export type World = Awaited<ReturnType<typeof startWorld>>

type Cell = CellRecord & { kill(): Promise<void>; isUp: () => boolean }

type Common = {
  folder: string
  logs: string
  main: string
  /** Of HAProxy. */
  port: number
  booksUrl: string
}

/** Two cells behind HAProxy, and a bank with books of its own. */
export async function startWorld(wantedLogs: string | undefined) {
  const { folder, logs, remove } = await openFolder(wantedLogs)
  const [books, port, main] = await Promise.all([
    startPostgres(join(folder, 'bank')),
    findFreePort(),
    bundleService(PROJECT, folder),
  ])
  await migrate(books.connection)
  const common = { folder, logs, main, port, booksUrl: books.url }
  const [first, second] = await Promise.all([startCell('00', common), startCell('01', common)])
  const proxy = await startProxy({
    folder,
    port,
    cells: { [first.code]: first.port, [second.code]: second.port },
  })
  return {
    baseUrl: `http://localhost:${port}`,
    cells: [first, second] as const,
    directory: proxy.directory,
    async stop() {
      await proxy.stop()
      await Promise.all([first.kill(), second.kill(), books.stop()])
      await remove()
    },
  }
}

async function startCell(code: string, { folder, logs, main, port, booksUrl }: Common) {
  const [{ postgres, redis, env }, own] = await Promise.all([
    startDatabases(join(folder, `cell-${code}`), { wal_level: 'logical' }),
    findFreePort(),
  ])
  await migrate(postgres.connection, { cell: cellOf({ cell: code }) })
  // Payments carry it at the provider, whose account both share.
  await postgres.sql.rows(`update service_identity set service_id = 'svc_of_the_lab'`)
  const program = await startServiceProcess({
    name: `Cell ${code}`,
    command: [process.execPath, main],
    port: own,
    logFile: join(logs, `cell-${code}.log`),
    env: {
      CELL: code,
      BASE_URL: `http://localhost:${port}`,
      PAYMENT_FRAME_URL: `http://127.0.0.1:${port}/payment-frame`,
      TEST_LEDGER_URL: booksUrl,
      ...env,
      ...NO_LIMITS,
    },
  })
  let killing: Promise<unknown> | undefined
  async function killAll() {
    send(postgres.pid(), 'SIGKILL')
    await Promise.all([killProgram(program), postgres.stop(), redis.stop()])
  }
  return {
    code,
    port: own,
    sql: postgres.sql,
    url: postgres.url,
    isUp: program.isUp,
    /** As when all of its machines die. May be called twice. */
    async kill() {
      await (killing ??= killAll())
    },
  } satisfies Cell & { port: number }
}
