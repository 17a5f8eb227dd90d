import { join } from 'node:path'
import { killProgram } from '../../scripts/programs/program.ts'
import { bundleService } from './bundled-service.ts'
import { findFreePort } from '../../server/testing/servers/free-port.ts'
import { openFolder } from './folders.ts'
import { startDatabases } from './databases.ts'
import { startServiceProcess } from './service-process.ts'

export const PROJECT = join(import.meta.dirname, '../..')

export type LabService = Awaited<ReturnType<typeof startLabService>>

type Setup = {
  /** The project whose service is run. (Default: this one.) */
  tree?: string | undefined
  /** A folder that keeps the service's log. (Default: it is deleted with the run.) */
  logs?: string | undefined
  env?: Record<string, string>
  /** The file to run in `tree`. (Default: the bundle, as `npm run serve` runs it.) */
  entry?: string
}

/** PostgreSQL, Redis and the service. */
export async function startLabService({ tree = PROJECT, logs, env = {}, entry }: Setup) {
  const folder = await openFolder(logs)
  const [databases, port, metricsPort] = await Promise.all([
    startDatabases(folder.folder),
    findFreePort(),
    findFreePort(),
  ])
  const logFile = join(folder.logs, 'service.log')
  const main = entry ? join(tree, entry) : await bundleService(tree, folder.folder)
  const program = await startServiceProcess({
    name: 'The service',
    command: [process.execPath, main],
    port,
    logFile,
    env: { METRICS_PORT: String(metricsPort), ...databases.env, ...env },
  })
  return {
    port,
    logFile,
    sql: databases.postgres.sql,
    databasePid: databases.postgres.pid(),
    isUp: program.isUp,
    /** The longest that its event loop stood still since the last call, in milliseconds. */
    longestLag: () => readLag(metricsPort),
    async stop() {
      await killProgram(program)
      await databases.stop()
      await folder.remove()
    },
  }
}

/** Each reading starts a new measurement. Infinity when there is no answer. */
async function readLag(metricsPort: number) {
  const text = await fetch(`http://127.0.0.1:${metricsPort}/metrics`).then(
    (answer) => answer.text(),
    () => '',
  )
  const seconds = /^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text)?.[1]
  return Number(seconds ?? Number.POSITIVE_INFINITY) * 1000
}
