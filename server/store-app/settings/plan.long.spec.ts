import { describe, expect, test } from 'vitest'
import { aBuyer, aProduct, aSession, readSession } from '../../testing/builders.ts'
import { expectError } from '../../testing/expect-error.ts'
import { textOf } from '../../testing/store/page-text.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'
import { startTestService } from '../../testing/servers/test-service.ts'
import { aMember, aStoreWithOwner, signInConfirms } from '../../testing/store/store-builders.ts'

const { service, sql } = await openSpecService({ env: { OWNERS_CHANGE_PLAN: 'true' } })
await signInConfirms(sql)
const store = await aStoreWithOwner(service, { plan: 'basic' })
await aProduct(service, store)
const owner = await aMember(service, store.email)

const changeTo = async (plan: string) =>
  owner.post('/settings/plan', { csrf: await owner.csrf(), plan })

const list = () => service.call('GET', '/v1/products', { token: store.keys.secret })

const current = async () =>
  /id="(\w+)">\w+<\/h2>\s*<span class="badge info">Your plan/.exec(
    (await owner.get('/settings/plan')).text,
  )?.[1]

describe('Store application, Settings → Plan', () => {
  test('plans say what they differ in, and once what they share', async () => {
    const text = textOf(await owner.get('/settings/plan'))
    expect(text.match(/this store application/g)).toHaveLength(1)
    for (const plan of [
      'Free Links, buttons and the API sell nothing new',
      'Basic Your plan Sells by links, buttons and the API',
      'Pro The same as Basic;',
    ])
      expect(text).toContain(plan)
  })

  test('a downgrade stops the API at the next request, not the buyers; an upgrade brings it back', async () => {
    expect(await current()).toBe('basic')
    const id = await aSession(service, store)
    await expect
      .poll(async () => (await owner.get('/settings/plan/free')).text)
      .toContain('API requests in the last 7 days: <strong>1</strong>')

    const answer = await changeTo('free')
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/store/settings/plan'])
    expectError(await list(), 403, 'plan_required')
    expect(await current()).toBe('free')
    expect((await owner.get('/settings/plan/free')).status).toBe(303)
    expect((await owner.get('/settings/developers')).text).toContain('Your plan has no API access.')
    expect((await (await aBuyer(service, id)).pay()).status).toBe(200)

    await changeTo('pro')
    expect(await current()).toBe('pro')
    expect((await list()).status).toBe(200)
    expect((await readSession(service, store, id)).body.status).toBe('complete')
    await changeTo('pro')
    expect(
      await sql.rows('select actor, details from audit_log where action = $1 order by id', [
        'plan.changed',
      ]),
    ).toEqual([
      { actor: store.email, details: { plan: 'free' } },
      { actor: store.email, details: { plan: 'pro' } },
    ])
  })

  test('the settings know three plans, and owners alone change them', async () => {
    for (const plan of ['', 'gold', 'PRO']) expect((await changeTo(plan)).status).toBe(400)
    await sql.rows("update store_members set role = 'staff' where store_id = $1", [store.id])
    expect((await changeTo('free')).status).toBe(403)
    for (const path of ['/settings/plan', '/settings/plan/free'])
      expect((await owner.get(path)).status).toBe(403)
    expect((await list()).status).toBe(200)
  })
})

describe('Store application, Settings → Plan, where the platform keeps it', () => {
  test('owners see the plans that the platform keeps and change none', async () => {
    const other = await startTestService({ databaseUrl: service.databaseUrl })
    const { email } = await aStoreWithOwner(other, { plan: 'basic' })
    const member = await aMember(other, email)
    const page = (await member.get('/settings/plan')).text
    expect(page).toContain('Whoever runs this service changes your plan: ask them.')
    expect(page).not.toContain('Change to')
    expect(page).not.toContain('href="/store/settings/plan"')
    expect((await member.get('/settings/plan/free')).status).toBe(303)
    const answer = await member.post('/settings/plan', { csrf: await member.csrf(), plan: 'pro' })
    expect([answer.status, answer.text.includes('You cannot change the plan')]).toEqual([403, true])
    await other.stop()
  })
})
