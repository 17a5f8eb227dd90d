import cluster from 'node:cluster'
import { once } from 'node:events'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { servePrimaryMetrics } from '../reporting/metrics-server.ts'
import { addressOf, startOptions, cellOf } from '../open/open-database.ts'
import { migrate } from '../postgres/migrations.ts'

/** How long a worker may take to end: its requests have 15 s, and then it closes what it has open. */
const STOP_MS = 20_000

/** How long a worker must have run to count as well. */
const STEADY_MS = 60_000
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000

/** The pause before a worker is replaced, by how many ended early in a row. */
export const pauseMs = (early: number) => Math.min(FIRST_PAUSE_MS * 2 ** early, LONGEST_PAUSE_MS)

/**
 * Runs the service in `WORKERS` processes that share its port. This process migrates, starts them,
 * replaces those that end, and serves the sum of their metrics. @throws when the first one does not
 * start; it has said why
 */
export async function startWorkers(config: Config, log: Logger) {
  await migrateOnce(config, log)
  const pool = createWorkerPool(log)
  const stopMetrics = await servePrimaryMetrics({ ...config, log })
  // The first one alone, because what keeps it from starting keeps all.
  for (const count of [1, config.workers - 1])
    await Promise.all(Array.from({ length: count }, () => pool.start())).catch(
      async (error: unknown) => {
        await pool.stop()
        await stopMetrics()
        throw error
      },
    )
  return {
    async stop() {
      await pool.stop()
      await stopMetrics()
    },
  }
}

/** Workers only check the schema. */
async function migrateOnce(config: Config, log: Logger) {
  const { migrate: mode, databaseUrl, databasePooler } = config
  if (mode === 'never' || databaseUrl === undefined) return
  const connection = await addressOf(databaseUrl, {
    databasePooler,
    ...startOptions(log, () => performance.now()),
  })
  await migrate(connection, { say: (sentence) => log.info(sentence), cell: cellOf(config) })
}

function createWorkerPool(log: Logger) {
  let isStopping = false

  const replace = (early: number) => {
    // One that cannot start is replaced as any that ends.
    if (!isStopping) start({ early, isReplaced: true }).catch(() => undefined)
  }

  /**
   * Resolves when the worker answers. `early`: how many before it ended early. `isReplaced`: also when
   * it ends before it answers.
   */
  async function start({ early = 0, isReplaced = false } = {}) {
    const worker = cluster.fork({ MIGRATE: 'never' })
    const startedAt = performance.now()
    let hasAnswered = false
    const answers = once(worker, 'listening').then(() => {
      hasAnswered = true
    })
    worker.once('exit', (code: number | null, signal: string | null) => {
      if (isStopping || !(hasAnswered || isReplaced)) return
      const isSteady = performance.now() - startedAt >= STEADY_MS
      const pause = pauseMs(isSteady ? 0 : early)
      log.error({ worker: worker.process.pid, code, signal, pauseMs: pause }, 'worker.ended')
      setTimeout(replace, pause, isSteady ? 0 : early + 1)
    })
    const ends = once(worker, 'exit').then(() => {
      throw new FailedStart()
    })
    ends.catch(() => undefined)
    await Promise.race([answers, ends])
  }

  return {
    start,
    async stop() {
      isStopping = true
      const workers = Object.values(cluster.workers ?? {}).filter((worker) => !!worker)
      const ended = workers
        .filter((worker) => !worker.isDead())
        .map((worker) => once(worker, 'exit'))
      for (const { process } of workers) process.kill('SIGTERM')
      const late = setTimeout(() => {
        for (const { process } of workers) process.kill('SIGKILL')
      }, STOP_MS)
      await Promise.all(ended)
      clearTimeout(late)
    },
  }
}

/** A worker ended before it answered. It has written why. */
export class FailedStart extends Error {
  constructor() {
    super('The service did not start, because a worker ended before it answered.')
  }
}
