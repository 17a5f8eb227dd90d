import { type Program, killProgram } from '../../scripts/programs/program.ts'
import { findFreePort } from '../../server/testing/servers/free-port.ts'
import { bundleService } from '../servers/bundled-service.ts'
import { startPostgres } from '../servers/databases.ts'
import { openFolder } from '../servers/folders.ts'
import { PROJECT } from '../servers/lab-service.ts'
import { startServiceProcess } from '../servers/service-process.ts'
import { type RedisUnderStress, disturbCluster, disturbSentinels } from './disturbances.ts'
import { runRedis } from './run-redis.ts'

/** Enough for the store of one purchase, and little enough to be reached. */
const LIMIT = { perSecond: 5, burst: 20 }
const PLAN = { limit: LIMIT, buyers: 8, purchasesBetween: 100 }

const KINDS: [name: string, start: () => Promise<RedisUnderStress>][] = [
  ['Redis Cluster', () => disturbCluster(1000)],
  ['Redis Sentinel', disturbSentinels],
]

/** Two processes of one service, as `npm run serve` runs them, and a database. */
async function startPair(redisUrl: string) {
  const folder = await openFolder(undefined)
  const postgres = await startPostgres(folder.folder)
  const main = await bundleService(PROJECT, folder.folder)
  const ports: [number, number] = [await findFreePort(), await findFreePort()]
  const programs: Program[] = []
  for (const [index, port] of ports.entries())
    programs.push(
      await startServiceProcess({
        name: 'The service',
        command: [process.execPath, main],
        port,
        logFile: `${folder.logs}/service-${index}.log`,
        env: {
          BASE_URL: `http://localhost:${ports[0]}`,
          PAYMENT_FRAME_URL: `http://127.0.0.1:${ports[0]}/payment-frame`,
          DATABASE_URL: postgres.url,
          REDIS_URL: redisUrl,
          RATE_LIMIT_PER_SECOND: String(LIMIT.perSecond),
          RATE_LIMIT_BURST: String(LIMIT.burst),
        },
      }),
    )
  return {
    pair: { ports, sql: postgres.sql },
    stop: async () => {
      await Promise.all(programs.map(killProgram))
      await postgres.stop()
      await folder.remove()
    },
  }
}

let isWell = true
for (const [name, start] of KINDS) {
  console.log(name)
  const result = await runRedis(await start(), {
    ...PLAN,
    startPair,
    onDisturbed: (what, seconds) => console.log(`  ${what}: ${seconds.toFixed(1)} s`),
  })
  const { purchases, reads, failed, stale, allowed, refused, ofLimit } = result
  console.log(`  ${purchases} purchases, ${reads} reads held against the record`)
  console.log(`  ${failed.length} failed requests ${failed.join(', ')}`)
  console.log(`  ${stale.length} stale answers ${stale.join(', ')}`)
  console.log(
    `  a key that asks for more: ${allowed} allowed, ${refused} refused, at most ${ofLimit.toFixed(2)} of its limit`,
  )
  isWell &&= failed.length === 0 && stale.length === 0 && ofLimit <= 2
}
process.exit(isWell ? 0 : 1)
