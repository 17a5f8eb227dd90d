import { openPool } from '../../../server/postgres/database.ts'
import { openEventLog } from '../../../server/postgres/events/event-log.ts'
import { migrate } from '../../../server/postgres/migrations.ts'
import { writeAndFollow } from '../../../server/testing/event-writers.ts'
import { startPostgres } from '../../servers/databases.ts'
import type { Figure, FigureTable } from '../figure.ts'
import type { Options } from '../options.ts'

/** Eight writers of events, and a reader who follows them with a cursor: none may be skipped. */
export async function measureEvents(
  { events: count, pauseMs }: Pick<Options, 'events' | 'pauseMs'>,
  folder: string,
): Promise<FigureTable[]> {
  const { connection, stop } = await startPostgres(folder)
  await migrate(connection)
  const pool = openPool(connection, { onIdleError: () => undefined })
  const startedAt = performance.now()
  const writing = { connection, storeId: 'st_1', count, pauseMs }
  const { written, ...wrong } = await writeAndFollow(openEventLog(pool), writing)
  const seconds = (performance.now() - startedAt) / 1000
  await pool.close()
  await stop()
  const toFigure = (what: string, value: number): Figure => ({
    what,
    unit: 'events',
    values: [[value]],
    foreignLoad: 'does not matter',
  })
  const figures = [
    toFigure('written', written),
    { ...toFigure('written and read', written / seconds), unit: 'a second' },
    ...Object.entries(wrong).map(([what, value]) => ({
      ...toFigure(what, value),
      mistakes: value === 0 ? [] : [`${value} events`],
    })),
  ]
  return [{ sides: ['the log'], figures }]
}
