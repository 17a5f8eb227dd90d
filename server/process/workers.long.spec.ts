import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aBuyer, aProduct, aSession, aStore, readSession } from '../testing/builders.ts'
import { findFreePort } from '../testing/servers/free-port.ts'
import { expectInvariants } from '../testing/invariants.ts'
import { aProcess, startProcess } from '../testing/servers/service-process.ts'
import { openSql } from '../testing/sql.ts'
import { createTestDatabase } from '../testing/servers/test-postgres.ts'
import { testRedisUrl } from '../testing/servers/test-redis.ts'

const database = await createTestDatabase()
const REDIS = { REDIS_URL: testRedisUrl(26), WORKERS: '2' }

let metricsPort: number
let service: Awaited<ReturnType<typeof aProcess>>

beforeAll(async () => {
  metricsPort = await findFreePort()
  service = await aProcess(
    { databaseUrl: database.url },
    { ...REDIS, METRICS_PORT: String(metricsPort) },
  )
})

afterAll(async () => {
  service.child.kill('SIGKILL')
  await service.exited
  await database.drop()
})

const lines = () =>
  service
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as { pid: number; msg: string; worker?: number })

/** The processes whose log has this event. */
const pidsOf = (event: string) => [
  ...new Set(lines().flatMap(({ msg, pid }) => (msg === event ? [pid] : []))),
]

const runs = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const metric = async (name: string) => {
  const answer = await fetch(`http://127.0.0.1:${metricsPort}/metrics`)
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(await answer.text())?.[1])
}

async function buy() {
  const store = await aStore(service.at)
  await aProduct(service.at, store)
  const id = await aSession(service.at, store)
  const buyer = await aBuyer(service.at, id)
  expect(await buyer.pay()).toMatchObject({ status: 200, body: { status: 'complete' } })
  expect((await readSession(service.at, store, id)).body.status).toBe('complete')
}

/** Buyers come until each of these processes has answered somebody. */
async function buyAtAll(pids: number[]) {
  await expect
    .poll(async () => {
      // At once, so that each has a connection of its own, and the processes take them in turn.
      await Promise.all([buy(), buy(), buy(), buy()])
      return pids.filter((pid) => !pidsOf('request.answered').includes(pid))
    })
    .toEqual([])
}

describe('contract §2 WORKERS: two processes of one service', () => {
  test('both sell at one port, and the metrics are the sum of both', async () => {
    await expect.poll(() => pidsOf('service.started')).toHaveLength(2)
    await buyAtAll(pidsOf('service.started'))
    const created = lines().filter(({ msg }) => msg === 'checkout.session.created').length
    expect(await metric('checkout_sessions_created_total')).toBeGreaterThanOrEqual(created)
    // A process that is short of time may believe for a moment that Redis does not answer.
    await expect.poll(() => metric('checkout_cache_available')).toBe(1)
    await expect.poll(() => metric('checkout_database_writable')).toBe(1)
  })

  test('a process that is killed is replaced, and the other one sells meanwhile', async () => {
    const [killed = 0, other = 0] = pidsOf('service.started')
    const created = await metric('checkout_sessions_created_total')
    process.kill(killed, 'SIGKILL')
    await expect.poll(() => pidsOf('worker.ended')).toHaveLength(1)
    expect(await metric('checkout_sessions_created_total')).toBe(created)
    expect(await metric('checkout_workers_ended_total')).toBe(1)
    await buyAtAll([other])
    await expect.poll(() => pidsOf('service.started')).toHaveLength(3)
    expect(lines().find(({ msg }) => msg === 'worker.ended')).toMatchObject({
      pid: service.child.pid,
      worker: killed,
      signal: 'SIGKILL',
    })
    await buyAtAll(pidsOf('service.started').slice(1))
  })

  test('SIGTERM ends all of them, cleanly', async () => {
    service.child.kill('SIGTERM')
    expect(await service.exited).toEqual({ code: 0, signal: null })
    const [killed, ...others] = pidsOf('service.started')
    expect(new Set(pidsOf('service.stopped'))).toEqual(new Set([...others, service.child.pid]))
    expect([killed, ...others].filter((pid) => pid !== undefined && runs(pid))).toEqual([])
    const sql = openSql(database.url)
    await expectInvariants(sql)
    await sql.close()
  })

  test('what keeps the first one from starting stops the start, and is said once', async () => {
    const { exited, output } = startProcess(
      { databaseUrl: database.url },
      { ...REDIS, PORT: new URL(service.at.baseUrl).port, HOST: '192.0.2.1' },
    )
    expect(await exited).toEqual({ code: 1, signal: null })
    expect(output().match(/^Error: bind EADDRNOTAVAIL/gm)).toHaveLength(1)
    expect(output()).toMatch(/did not start, because a worker ended before it answered\.\n$/)
  })
})
