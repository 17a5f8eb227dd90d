import { describe, expect, test } from 'vitest'
import { aStore } from '../../testing/builders.ts'
import { hiddenFields } from '../../testing/store/page-text.ts'
import { openOrderPage } from '../../testing/shown-order.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'
import {
  aColleague,
  anOwner,
  generalFields,
  noticeIn,
  saveGeneral,
} from '../../testing/store/store-browser.ts'
import { PASSWORD, aMember, aStoreWithOwner } from '../../testing/store/store-builders.ts'
import { createTestClocks } from '../../testing/test-clocks.ts'

const { service, sql } = await openSpecService({
  env: { OWNERS_CHANGE_PLAN: 'true' },
  clocks: createTestClocks(),
})

const ASKS = 'Confirm that it is you'

/** A store with somebody to change, and invitations to renew; nobody has confirmed anything. */
async function aTeam() {
  const { store, browser, email } = await anOwner(service, sql)
  const { email: staff } = await aColleague(service, sql, { store, role: 'staff' })
  const [row] = await sql.rows<{ member: string; owner: string; staff: string }>(
    `with i as (
      insert into store_invitations (store_id, email, role, digest, invited_by)
      select $1, role || '@invited.example', role, sha256(($1 || role)::bytea), $3
      from unnest(array['owner', 'staff']) role
      returning id, role)
    select (select id from store_members where email = $2)::text as member,
      (select id from i where role = 'owner')::text as owner,
      (select id from i where role = 'staff')::text as staff`,
    [store.id, staff, email],
  )
  if (!row) throw new Error('no team')
  return { store, browser, email, ...row }
}

const stateOf = (id: string) =>
  sql.rows(
    `select s.plan, s.allowed_origins, s.confirm_refunds_above,
      (select json_agg(k.digest::text order by kind) from api_keys k where store_id = s.id) as keys,
      (select json_agg(i.digest::text order by id) from store_invitations i where store_id = s.id) as invitations,
      (select json_agg(m.role order by id) from store_members m where store_id = s.id) as members,
      (select count(*) from audit_log where store_id = s.id and action !~ '^(member.signed_in|auth)') as audited
    from stores s where s.id = $1`,
    [id],
  )

type Team = Awaited<ReturnType<typeof aTeam>>

type FormPost = [path: string, fields: Record<string, string>]

const SENSITIVE: [string, (team: Team) => FormPost | Promise<FormPost>][] = [
  ['inviting an owner', () => ['/settings/team', { email: 'rui@loom.example', role: 'owner' }]],
  ['an owner’s new link', ({ owner }) => [`/settings/team/invitations/${owner}/resend`, {}]],
  ['a role', ({ member }) => [`/settings/team/members/${member}/role`, { role: 'owner' }]],
  ['a removal', ({ member }) => [`/settings/team/members/${member}/remove`, {}]],
  [
    'a key',
    ({ store }) => [
      '/settings/developers/keys/secret/regenerate',
      { last4: store.keys.secret.slice(-4) },
    ],
  ],
  ['an origin', () => ['/settings/developers/origins', { origin: 'https://shop.example' }]],
  ['its removal', () => ['/settings/developers/origins/remove', { origin: 'https://a.example' }]],
  ['the plan', () => ['/settings/plan', { plan: 'free' }]],
  [
    'which refunds ask',
    async ({ browser }) => [
      '/settings/general',
      await generalFields(browser, { name: 'Loom', confirmRefundsAbove: '20' }),
    ],
  ],
]

describe('security §4: What could harm a store asks for the password again', () => {
  test.each(SENSITIVE)(
    'what could harm a store asks for the password again: %s',
    async (_what, formOf) => {
      const team = await aTeam()
      await service.platform('PATCH', `/stores/${team.store.id}`, {
        allowedOrigins: ['https://a.example'],
      })
      const [path, fields] = await formOf(team)
      const { browser, store } = team
      const before = await stateOf(store.id)
      const asked = await browser.post(path, fields)
      expect([asked.status, asked.text.includes(ASKS)]).toEqual([403, true])
      for (const [name, value] of Object.entries(fields))
        expect(asked.text).toContain(`name="${name}" value="${value}"`)
      const wrong = await browser.post(path, { ...fields, password: 'not this one' })
      expect([wrong.status, wrong.text.includes('This is not your password.')]).toEqual([422, true])
      expect(wrong.text).not.toContain('not this one')
      expect(await stateOf(store.id)).toEqual(before)
      const done = await browser.post(path, { ...fields, password: PASSWORD })
      expect(done.status).toBe(303)
      expect(await stateOf(store.id)).not.toEqual(before)
    },
  )

  test('inviting staff does not ask for the password again', async () => {
    const { browser, staff } = await aTeam()
    const fields = { email: 'rui@loom.example', role: 'staff' }
    expect((await browser.post('/settings/team', fields)).status).toBe(303)
    const path = `/settings/team/invitations/${staff}/resend`
    expect((await browser.post(path, {})).status).toBe(303)
  })

  test('an export of buyers asks for the password again, also staff; the list has the file then', async () => {
    const store = await aStore(service)
    const { browser } = await aColleague(service, sql, { store, role: 'staff' })
    const path = '/orders/export?state=disputed'
    const asked = await browser.open(path)
    expect([asked.status, asked.text.includes(ASKS)]).toEqual([403, true])
    const answer = await browser.post('/account/confirm', {
      ...hiddenFields(asked),
      password: PASSWORD,
    })
    expect(answer.headers.get('location')).toBe('/store/orders?state=disputed')
    const list = await browser.follow(answer)
    expect(noticeIn(list).text).toContain('Confirmed.')
    expect(list.text).toContain(`href="/store${path}">Download the orders`)
    expect((await browser.open(path)).headers.get('content-type')).toMatch(/^text\/csv/)
  })
})

describe('security §4: A confirmation', () => {
  test('a confirmation by password counts for ten minutes, in its own session alone', async () => {
    const { browser, email, member } = await aTeam()
    const path = `/settings/team/members/${member}/role`
    const other = await aMember(service, email)
    expect((await browser.post(path, { role: 'owner', password: PASSWORD })).status).toBe(303)
    expect((await browser.post(path, { role: 'staff' })).status).toBe(303)
    const foreign = await other.post(path, { csrf: await other.csrf(), role: 'owner' })
    expect(foreign.status).toBe(403)
    const age = (seconds: number) =>
      sql.rows(
        `update store_sessions
        set confirmed_at = clock_timestamp() - make_interval(secs => $1)
        where confirmed_at is not null`,
        [seconds],
      )
    await age(590)
    expect((await browser.post(path, { role: 'owner' })).status).toBe(303)
    await age(600)
    expect((await browser.post(path, { role: 'staff' })).status).toBe(403)
  })

  test('a confirmation is tried no more often than a sign-in, and leads nowhere else', async () => {
    const { browser } = await aTeam()
    const to = { to: '//evil.example' }
    const tries = []
    for (let count = 0; count < 10; count += 1)
      tries.push(await browser.post('/account/confirm', { ...to, password: 'wrong' }))
    expect(tries.at(-1)?.status).toBe(422)
    const limited = await browser.post('/account/confirm', { ...to, password: PASSWORD })
    expect([limited.status, Number(limited.headers.get('retry-after')) > 0]).toEqual([429, true])
    const { browser: next } = await aTeam()
    const answer = await next.post('/account/confirm', { ...to, password: PASSWORD })
    expect(answer.headers.get('location')).toMatch(/^\/store(?:$|\/)/)
  })
})

describe('security §4: A large refund', () => {
  test('a large refund takes the order over the store’s sum, in however many parts', async () => {
    const store = await aStoreWithOwner(service)
    const member = await aMember(service, store.email)
    const owned = { store, member, csrf: await member.csrf() }
    const { refund, post, recorded } = await openOrderPage(service, sql, owned)
    expect((await refund({ amount: '1.00' })).answer.status).toBe(303)
    await sql.rows('update stores set confirm_refunds_above = 1500 where id = $1', [store.id])
    expect((await refund({ amount: '14.00' })).answer.status).toBe(303)
    const { review, answer } = await refund({ amount: '0.01' })
    expect([answer.status, answer.text.includes(ASKS)]).toEqual([403, true])
    expect((await recorded())?.refunded).toBe('1500')
    const fields = { ...hiddenFields(review), password: PASSWORD }
    expect((await post('refund/confirm', fields)).status).toBe(303)
    expect((await recorded())?.refunded).toBe('1501')
  })

  test('a large refund has the sum that an owner sets, 0 for all and nothing for none', async () => {
    const { browser, store } = await aTeam()
    await browser.post('/account/confirm', { password: PASSWORD })
    const sum = async () =>
      (
        await sql.rows<{ sum: string | null }>(
          'select confirm_refunds_above as sum from stores where id = $1',
          [store.id],
        )
      )[0]?.sum
    for (const [above, expected] of [
      ['20', '2000'],
      ['0', '0'],
      ['', null],
      ['1.500,00', '150000'],
    ] as const) {
      await saveGeneral(browser, { confirmRefundsAbove: above })
      expect(await sum()).toBe(expected)
    }
    const wrong = await saveGeneral(browser, { confirmRefundsAbove: '-1' })
    expect([wrong.status, await sum()]).toEqual([422, '150000'])
    expect((await browser.open('/settings/general')).text).toContain('value="1500.00"')
    expect((await browser.open('/settings/audit-log')).text).toContain(
      'Refunds ask for the password above',
    )
  })
})
