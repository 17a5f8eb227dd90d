import { afterAll, describe, expect, test } from 'vitest'
import { type TestStore, aProduct, aSession, aStore } from '../../testing/builders.ts'
import { expectError } from '../../testing/expect-error.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'
import { aColleague, noticeIn } from '../../testing/store/store-browser.ts'
import { PASSWORD } from '../../testing/store/store-builders.ts'
import { type ServiceClient, startTestService } from '../../testing/servers/test-service.ts'

const { service, sql } = await openSpecService()
const second = await startTestService({ databaseUrl: service.databaseUrl })
afterAll(() => second.stop())

const DAY = 86_400

const KINDS = ['public', 'secret'] as const
type Kind = (typeof KINDS)[number]

async function aShop() {
  const store = await aStore(service)
  await aProduct(service, store, { variants: [{ stock: 1_000 }] })
  return store
}

const regenerate = (store: TestStore, kind: Kind, body?: unknown) =>
  service.platform<{ key: string }>('POST', `/stores/${store.id}/keys/${kind}/regenerate`, body)

const create = (token: string, at: ServiceClient = service) =>
  at.call('POST', '/v1/checkout/sessions', { token, body: { items: [{ product: 'mug' }] } })

/** How it is answered in every process, also where it was seen a moment ago. */
const statusesOf = async (token: string) => {
  const answers = []
  for (const at of [service, second])
    answers.push(await at.call('GET', '/v1/products', { token }), await create(token, at))
  return [...new Set(answers.map(({ status }) => Math.floor(status / 100)))]
}

const WORKS = [2]
const VOID = [4]

/** The moment is now. */
const endNow = ({ id }: TestStore) =>
  sql.rows(
    'update api_keys set ends_at = clock_timestamp() where store_id = $1 and ends_at is not null',
    [id],
  )

describe('spec §5 rule 4: a regenerated key', () => {
  test.each(KINDS)(
    'an old %s key goes on beside the new one for as long as was asked',
    async (kind) => {
      const store = await aShop()
      const { body } = await regenerate(store, kind, { graceSeconds: DAY })
      expect(body).toEqual({ key: expect.any(String) })
      expect(await statusesOf(store.keys[kind])).toEqual(WORKS)
      expect(await statusesOf(body.key)).toEqual(WORKS)
      expect(
        await sql.rows(
          `select round(extract(epoch from o.ends_at - n.created_at))::integer as seconds
        from api_keys o join api_keys n on n.store_id = o.store_id and n.kind = o.kind
        where o.store_id = $1 and o.ends_at is not null and n.ends_at is null`,
          [store.id],
        ),
      ).toEqual([{ seconds: DAY }])
      await endNow(store)
      expect(await statusesOf(store.keys[kind])).toEqual(VOID)
      expect(await statusesOf(body.key)).toEqual(WORKS)
    },
  )

  test('an old key ends by itself, and says so as every wrong key', async () => {
    const store = await aShop()
    await regenerate(store, 'secret', { graceSeconds: 1 })
    await expect.poll(() => statusesOf(store.keys.secret)).toEqual(VOID)
    expectError(await create(store.keys.secret), 401, 'invalid_api_key')
  })

  test('an old key reads open and paid sessions until its end, and not longer', async () => {
    const store = await aShop()
    const id = await aSession(service, store)
    const read = () =>
      service.call('GET', `/v1/checkout/sessions/${id}`, { token: store.keys.secret })
    await regenerate(store, 'secret', { graceSeconds: DAY })
    expect((await read()).status).toBe(200)
    expect((await read()).status).toBe(200)
    await endNow(store)
    expectError(await read(), 401, 'invalid_api_key')
  })

  test.each([[undefined], [{}], [{ graceSeconds: 0 }]])(
    'an old key is void at once when nothing else is asked: %j',
    async (body) => {
      const store = await aShop()
      expect(await statusesOf(store.keys.secret)).toEqual(WORKS)
      expect((await regenerate(store, 'secret', body)).status).toBe(200)
      expect(await statusesOf(store.keys.secret)).toEqual(VOID)
    },
  )

  test('an old key ends when the next one is regenerated: only one goes on', async () => {
    const store = await aShop()
    const next = (await regenerate(store, 'secret', { graceSeconds: DAY })).body.key
    const last = (await regenerate(store, 'secret', { graceSeconds: DAY })).body.key
    expect(await statusesOf(store.keys.secret)).toEqual(VOID)
    expect(await statusesOf(next)).toEqual(WORKS)
    await regenerate(store, 'secret')
    for (const old of [next, last]) expect(await statusesOf(old)).toEqual(VOID)
  })

  test('regenerating leaves the other kind of key alone', async () => {
    const store = await aShop()
    await regenerate(store, 'secret', { graceSeconds: DAY })
    expect(await statusesOf(store.keys.public)).toEqual(WORKS)
    await regenerate(store, 'public')
    expect(await statusesOf(store.keys.secret)).toEqual(WORKS)
  })

  test('regenerating ten times at the same moment leaves one new key and one old one', async () => {
    const store = await aShop()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => regenerate(store, 'secret', { graceSeconds: DAY })),
    )
    const statuses = []
    for (const { body } of answers) statuses.push((await create(body.key)).status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(2)
  })

  test.each([
    { graceSeconds: -1 },
    { graceSeconds: 604_801 },
    { graceSeconds: 0.5 },
    { graceSeconds: '60' },
    { seconds: 60 },
  ])('regenerating refuses %j, and the key stays what it is', async (body) => {
    const store = await aShop()
    expectError(
      await regenerate(store, 'secret', body),
      400,
      'invalid_request',
      new RegExp(`^${Object.keys(body)[0]}: `),
    )
    expect(await statusesOf(store.keys.secret)).toEqual(WORKS)
  })
})

const PAGE = '/settings/developers'

describe('Store application, Settings → Developers: an old key', () => {
  test('an old key goes on for as long as its owner says, is shown, and can be ended', async () => {
    const store = await aShop()
    const { browser } = await aColleague(service, sql, { store, role: 'owner' })
    const last4 = store.keys.secret.slice(-4)
    const form = await browser.open(`${PAGE}/keys/secret/regenerate`)
    for (const choice of ['At once', 'After 24 hours', 'After 7 days'])
      expect(form.text).toContain(choice)
    const answer = await browser.post(`${PAGE}/keys/secret/regenerate`, {
      last4,
      grace: '604800',
      password: PASSWORD,
    })
    const shown = await browser.follow(answer)
    expect(noticeIn(shown).text).toMatch(/The one before works until \d/)
    expect(await statusesOf(store.keys.secret)).toEqual(WORKS)
    expect(await statusesOf(noticeIn(shown).secret)).toEqual(WORKS)
    expect((await browser.open(PAGE)).text).toMatch(
      new RegExp(`The key before, <code>sk_live_…${last4}</code>, works until`),
    )

    expect((await browser.post(`${PAGE}/keys/secret/end`, {})).status).toBe(303)
    expect(await statusesOf(store.keys.secret)).toEqual(VOID)
    expect(await statusesOf(noticeIn(shown).secret)).toEqual(WORKS)
    const after = (await browser.open(PAGE)).text
    expect(after).not.toContain('The key before')
    expect((await browser.open('/settings/audit-log')).text).toMatch(
      /ended the key before the secret key early/,
    )
  })

  test('an old key is not shown any more once it has ended, and nothing is left to end', async () => {
    const store = await aShop()
    await regenerate(store, 'public', { graceSeconds: DAY })
    const { browser } = await aColleague(service, sql, { store, role: 'owner' })
    expect((await browser.open(PAGE)).text).toContain('The key before')
    await endNow(store)
    expect((await browser.open(PAGE)).text).not.toContain('The key before')
    await browser.post(`${PAGE}/keys/public/end`, { password: PASSWORD })
    expect(
      await sql.rows(`select 1 from audit_log where store_id = $1 and action = 'key.ended'`, [
        store.id,
      ]),
    ).toEqual([])
  })

  test('an old key is not ended without the password', async () => {
    const store = await aShop()
    await regenerate(store, 'secret', { graceSeconds: DAY })
    const { browser } = await aColleague(service, sql, { store, role: 'owner' })
    expect((await browser.post(`${PAGE}/keys/secret/end`, {})).status).toBe(403)
    expect(await statusesOf(store.keys.secret)).toEqual(WORKS)
  })

  test('an unknown choice of how long an old key goes on ends it at once', async () => {
    const store = await aShop()
    const { browser } = await aColleague(service, sql, { store, role: 'owner' })
    await browser.post(`${PAGE}/keys/secret/regenerate`, {
      last4: store.keys.secret.slice(-4),
      grace: '99999999',
      password: PASSWORD,
    })
    expect(await statusesOf(store.keys.secret)).toEqual(VOID)
  })

  test('the owners’ mail says until when the old key works', async () => {
    const store = await aShop()
    await aColleague(service, sql, { store, role: 'owner' })
    await regenerate(store, 'secret', { graceSeconds: DAY })
    await expect.poll(() => service.log()).toMatch(/The key before works until \d{4}-/)
  })
})
