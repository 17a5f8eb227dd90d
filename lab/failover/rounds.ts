import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { killProgram } from '../../scripts/programs/program.ts'
import { findFreePort } from '../../server/testing/servers/free-port.ts'
import { migrate } from '../../server/postgres/migrations.ts'
import { findPrimary } from '../../server/postgres/connection/primary.ts'
import { openSql } from '../../server/testing/sql.ts'
import { openFolder } from '../servers/folders.ts'
import { startPostgres, startRedis } from '../servers/databases.ts'
import { bundleService } from '../servers/bundled-service.ts'
import { PROJECT } from '../servers/lab-service.ts'
import { NO_LIMITS } from '../servers/settings.ts'
import { startServiceProcess } from '../servers/service-process.ts'
import { startBuyers } from './buyers.ts'
import { missingForHaproxy, startHaproxy } from './haproxy.ts'
import { comeToRest } from './judge.ts'
import { urlOf } from './node.ts'
import { startPair, urlOfPair } from './pair.ts'
import { missingForPatroni, startPatroniPair } from './patroni.ts'
import { printEnd, sayGap } from './report.ts'
import { runRound } from './round.ts'
import { openShop } from '../buyer/shop.ts'

export type RoundOptions = {
  rounds: number
  buyers: number
  isByPatroni: boolean
  isThroughHaproxy: boolean
  logs: string | undefined
}

const PATIENCE_MS = 120_000

/** The longest that a random moment comes after a payment, and that an operator looks at a loss. */
const MOMENT_MS = 500
const LOOKS_MS = 2000

/** The longest that buyers may wait after a promotion. */
const LONGEST_GAP_MS = 5000

/** Debian's packages that these rounds need and that are not there. */
export const missingFor = ({ isByPatroni, isThroughHaproxy }: RoundOptions) => [
  ...(isByPatroni ? missingForPatroni() : []),
  ...(isThroughHaproxy ? missingForHaproxy() : []),
]

/** Loses the primary again and again while buyers pay. @returns whether all is well */
export async function runRounds(options: RoundOptions) {
  const world = await startWorld(options)
  const shop = await openShop(world.baseUrl, { name: 'Failover' })
  const buyers = startBuyers(shop, options.buyers)
  const times: number[] = []
  for (let round = 1; round <= options.rounds; round += 1) {
    const how = round % 2 === 1 ? 'kill' : 'hold'
    const { gap, promotion } = await runRound(world.pair, {
      buyers,
      how,
      afterMs: Math.random() * MOMENT_MS,
      promoteAfterMs: options.isByPatroni ? 0 : Math.random() * LOOKS_MS,
    })
    times.push(gap - promotion)
    console.log(`round ${String(round).padStart(2)}  ${how}  ${sayGap({ gap, promotion })}`)
  }
  await buyers.stop()
  const broken = await world.comeToRest()
  console.log(`rounds           ${options.rounds}`)
  const isWell = await printEnd(shop, { buyers, broken })
  console.log(`restarts         ${world.isUp() ? 0 : 1}`)
  const longest = Math.max(...times)
  console.log(
    `longest gap      ${(longest / 1000).toFixed(1)} s after a promotion (${LONGEST_GAP_MS / 1000} at most)`,
  )
  const wasUp = world.isUp()
  await world.stop()
  return isWell && wasUp && longest <= LONGEST_GAP_MS
}

async function startWorld({ isByPatroni, isThroughHaproxy, logs }: RoundOptions) {
  const folder = await openFolder(logs)
  const nodes = join(folder.folder, 'pair')
  await mkdir(nodes)
  const [books, redis, pair, port] = await Promise.all([
    startPostgres(join(folder.folder, 'bank')),
    startRedis(),
    isByPatroni ? startPatroniPair(nodes, folder.logs) : startPair(nodes),
    findFreePort(),
  ])
  await migrate(books.connection)
  const haproxy = isThroughHaproxy
    ? await startHaproxy({
        folder: folder.folder,
        ports: pair.ports,
        ...('healthPorts' in pair && { healthPorts: pair.healthPorts }),
      })
    : undefined
  const program = await startServiceProcess({
    name: 'The service',
    command: [process.execPath, await bundleService(PROJECT, folder.folder)],
    port,
    logFile: join(folder.logs, 'service.log'),
    env: {
      DATABASE_URL: haproxy ? urlOf(haproxy.port) : urlOfPair(pair),
      TEST_LEDGER_URL: books.url,
      REDIS_URL: redis.url,
      ...NO_LIMITS,
    },
  })
  return {
    pair,
    baseUrl: `http://localhost:${port}`,
    isUp: program.isUp,
    async comeToRest() {
      const primary = await findPrimary(pair.ports.map(urlOf))
      const sql = openSql(primary?.address ?? '')
      const broken = await comeToRest(sql, PATIENCE_MS)
      await sql.close()
      return broken
    },
    async stop() {
      await killProgram(program)
      await haproxy?.stop()
      await Promise.all([pair.stop(), books.stop(), redis.stop()])
      await folder.remove()
    },
  }
}
