import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openPool } from '../../../server/postgres/database.ts'
import { startEmbeddedPostgres } from '../../../server/postgres/embedded/embedded-postgres.ts'
import { openEventLog } from '../../../server/postgres/events/event-log.ts'
import { migrate } from '../../../server/postgres/migrations.ts'
import { writeAndFollow } from '../../../server/testing/event-writers.ts'

const { values: options } = parseArgs({
  options: {
    /** How many events are written. */
    events: { type: 'string', default: '1000000' },
    /** The longest pause of a transaction before its commit. */
    'pause-ms': { type: 'string', default: '40' },
  },
})

const folder = await mkdtemp(join(tmpdir(), 'hc-events-'))
const postgres = await startEmbeddedPostgres({ dataDir: folder })
await migrate(postgres.connection)
const pool = openPool(postgres.connection, { onIdleError: () => undefined })
const startedAt = performance.now()
const { written, skipped, twice, disordered } = await writeAndFollow(openEventLog(pool), {
  connection: postgres.connection,
  storeId: 'st_1',
  count: Number(options.events),
  pauseMs: Number(options['pause-ms']),
})
const seconds = (performance.now() - startedAt) / 1000
await pool.close()
await postgres.stop()
await rm(folder, { recursive: true })

process.stdout.write(
  `${written} events of 8 writers in ${seconds.toFixed(0)} s: ${skipped} skipped, ${twice} twice, ${disordered} out of order\n`,
)
process.exitCode = skipped + twice + disordered === 0 ? 0 : 1
