import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { afterAll, describe, expect, test } from 'vitest'
import { aProduct, aStore } from '../../server/testing/builders.ts'
import { aProcess } from '../../server/testing/servers/service-process.ts'
import { createTestDatabase } from '../../server/testing/servers/test-postgres.ts'
import { testRedisUrl } from '../../server/testing/servers/test-redis.ts'
import { exchange } from '../buyer/exchange.ts'
import { percentile } from '../measure/percentile.ts'
import type { OneAddress } from './one-address-attacker.ts'

/** A busy machine makes some rounds slow, not all. */
const ROUNDS = 8
const MOST = 5
const CREATES = 40

async function aShop(TRUST_PROXY: string) {
  const database = await createTestDatabase()
  const process = await aProcess(
    { databaseUrl: database.url },
    { TRUST_PROXY, REDIS_URL: testRedisUrl(40 + Number(TRUST_PROXY)) },
  )
  afterAll(async () => {
    process.child.kill()
    await process.exited
    await database.drop()
  })
  const store = await aStore(process.at)
  await aProduct(process.at, store, { variants: [{ stock: 1_000_000 }] })
  /** How long the store's creates take, in milliseconds. One that fails takes for ever. */
  const create = async () => {
    const times: number[] = []
    while (times.length < CREATES) {
      const { status, ms } = await exchange({
        port: process.port,
        method: 'POST',
        path: '/v1/checkout/sessions',
        headers: {
          authorization: `Bearer ${store.keys.secret}`,
          'content-type': 'application/json',
        },
        body: '{"items":[{"product":"mug"}]}',
      })
      times.push(status === 201 ? ms : Number.POSITIVE_INFINITY)
    }
    return times
  }
  return { ...process, create }
}

const SHOPS = { 'no proxy': await aShop('0'), 'a proxy': await aShop('1') }

async function beginAttack(attack: OneAddress) {
  const attacker = new Worker(new URL('one-address-attacker.ts', import.meta.url), {
    workerData: attack,
  })
  await once(attacker, 'message')
  return () => attacker.terminate()
}

const FEW = { connections: 4, isPipelined: true }
const MANY = { connections: 128, isPipelined: false }

/** Each pair of choices once. */
const CASES = [
  { ...FEW, method: 'GET', front: 'no proxy' },
  { ...MANY, method: 'POST', front: 'no proxy' },
  { ...FEW, method: 'POST', front: 'a proxy' },
  { ...MANY, method: 'GET', front: 'a proxy' },
] as const

describe('security §4: an address whose keys nobody has', () => {
  test.each(CASES)(
    'a create takes at most five times as long beside $connections connections with $method, pipelined: $isPipelined, behind $front',
    async ({ front, ...attack }) => {
      const { port, create } = SHOPS[front]
      let ratio = Number.POSITIVE_INFINITY
      await create()
      for (let round = 0; round < ROUNDS && ratio > MOST; round += 1) {
        const quiet = await create()
        if (quiet.includes(Number.POSITIVE_INFINITY)) continue
        const end = await beginAttack({ ...attack, port, isBehindProxy: front === 'a proxy' })
        const attacked = await create()
        await end()
        ratio = Math.min(ratio, percentile(attacked, 0.5) / percentile(quiet, 0.5))
      }
      expect(ratio).toBeLessThanOrEqual(MOST)
    },
  )
})
