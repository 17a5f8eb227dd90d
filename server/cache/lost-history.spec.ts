import { describe, expect, test } from 'vitest'
import { aBuyer, aProduct, aSession, aStore, readSession } from '../testing/builders.ts'
import { losePayment } from '../testing/bank/lost-commits.ts'
import { openSpecService } from '../testing/servers/spec-service.ts'
import { testRedisUrl } from '../testing/servers/test-redis.ts'

// Connections are cut here while requests use them.
const { service, sql } = await openSpecService({
  env: { REDIS_URL: testRedisUrl(7) },
  isBroken: true,
})
const store = await aStore(service)
await aProduct(service, store)

const statusOf = async (id: string) => (await readSession(service, store, id)).body.status

/** A session that was paid, and whose copies say so. */
async function aPaidSession() {
  const id = await aSession(service, store)
  await (await aBuyer(service, id)).pay()
  expect([await statusOf(id), await statusOf(id)]).toEqual(['complete', 'complete'])
  return id
}

/** The record is what it was before the payment, and somebody has said that it was restored. */
async function restore(id: string) {
  await losePayment(sql, id)
  await sql.rows('select raise_epoch()')
}

const cutConnections = () =>
  sql.rows(
    `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'hosted-checkout'`,
  )

describe('payments §8 Lost commits: copies of what was lost', () => {
  test('lost copies are not served once the connections were cut: not to the first request either', async () => {
    const id = await aPaidSession()
    await restore(id)
    await cutConnections()
    const heard: string[] = []
    await expect
      .poll(async () => {
        const { status, body } = await readSession(service, store, id)
        if (status === 200) heard.push(body.status)
        return status
      })
      .toBe(200)
    expect([...heard, await statusOf(id)]).toEqual(['open', 'open'])
    const page = await service.call('GET', new URL(`${service.checkoutUrl}/${id}`).pathname)
    expect(page.text).toContain('Card')
  })

  test('lost copies are not served a second after the epoch was raised, if nothing was cut', async () => {
    const id = await aPaidSession()
    await restore(id)
    await expect.poll(() => statusOf(id)).toBe('open')
    expect(await statusOf(id)).toBe('open')
  })
})
