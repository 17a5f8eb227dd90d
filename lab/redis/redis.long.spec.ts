import { afterAll, expect, test } from 'vitest'
import { openSql } from '../../server/testing/sql.ts'
import { createTestDatabase } from '../../server/testing/servers/test-postgres.ts'
import { startTestService } from '../../server/testing/servers/test-service.ts'
import { PLATFORM_TOKEN } from '../servers/settings.ts'
import { type RedisUnderStress, disturbCluster, disturbSentinels } from './disturbances.ts'
import { mostOfLimit } from './limited-key.ts'
import { runRedis } from './run-redis.ts'

/** Enough for one purchase, and little enough to be reached on a busy machine. */
const LIMIT = { perSecond: 2, burst: 10 }

const database = await createTestDatabase()
const sql = openSql(database.url)

afterAll(async () => {
  await sql.close()
  await database.drop()
})

/** Two processes of one service. */
async function startPair(redisUrl: string) {
  const start = (addresses: Record<string, string>) =>
    startTestService({
      databaseUrl: database.url,
      isPatient: false,
      env: {
        MIGRATE: 'never',
        PLATFORM_TOKEN,
        REDIS_URL: redisUrl,
        TRUST_PROXY: '1',
        RATE_LIMIT_PER_SECOND: String(LIMIT.perSecond),
        RATE_LIMIT_BURST: String(LIMIT.burst),
        ...addresses,
      },
    })
  const one = await start({})
  const other = await start({ BASE_URL: one.baseUrl, PAYMENT_FRAME_URL: one.paymentFrameUrl })
  const ports: [number, number] = [one.port, other.port]
  return {
    pair: { ports, sql },
    stop: async () => void (await Promise.all([one.stop(), other.stop()])),
  }
}

test.each<[string, () => Promise<RedisUnderStress>]>([
  ['a cluster that loses a master and moves slots', () => disturbCluster(50)],
  ['sentinels that promote a replica', disturbSentinels],
])(
  'payments §5: beside %s no request fails, no answer is stale, and a limit holds within twice its value',
  async (_name, start) => {
    const plan = { limit: LIMIT, buyers: 2, purchasesBetween: 4, startPair }
    const result = await runRedis(await start(), plan)
    expect(result).toMatchObject({ failed: [], stale: [] })
    expect(result.refused).toBeGreaterThan(0)
    expect(result.ofLimit).toBeLessThanOrEqual(2)
  },
)

test('twice what a limit allows is found, wherever it stands', () => {
  const limit = { perSecond: 10, burst: 10 }
  const at = (after: number, answeredIn = 0) => ({ after, before: after + answeredIn })
  const fair = Array.from({ length: 50 }, (_, index) => at(index * 100))
  expect(mostOfLimit(fair, limit)).toBeLessThanOrEqual(1)
  const twice = [...fair, ...Array.from({ length: 40 }, () => at(5000))]
  expect(mostOfLimit(twice, limit)).toBeGreaterThanOrEqual(2)
  const late = fair.map(({ after }) => at(after, 5000 - after))
  expect(mostOfLimit(late, limit)).toBeLessThanOrEqual(1)
})
