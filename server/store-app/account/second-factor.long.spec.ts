import { describe, expect, test } from 'vitest'
import { aStore, countStatuses } from '../../testing/builders.ts'
import { codeOfApp } from '../../testing/store/authenticator-app.ts'
import { deriveSecondFactorKey } from '../../auth/key-material.ts'
import { createSealedSecrets } from '../../auth/sealed-secrets.ts'
import { openPool } from '../../postgres/database.ts'
import { openSecondFactors } from './second-factors.records.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'
import { aPasskey } from '../../testing/store/software-passkey.ts'
import {
  type Browser,
  aBrowserOf,
  aColleague,
  noticeIn,
} from '../../testing/store/store-browser.ts'
import { PASSWORD } from '../../testing/store/store-builders.ts'
import { createTestClocks } from '../../testing/test-clocks.ts'

const { service, sql } = await openSpecService({ clocks: createTestClocks() })

const FACTOR = '/account/second-factor'
const STEP = '/sign-in/second-step'

const owner = async () => aColleague(service, sql, { store: await aStore(service), role: 'owner' })

const keyIn = ({ text }: { text: string }) => /data-copy="([A-Z2-7 ]{39})"/.exec(text)?.[1] ?? ''
const setupIn = ({ text }: { text: string }) => /name="setup" value="([^"]+)"/.exec(text)?.[1] ?? ''

const confirm = (browser: Browser, fields: Record<string, string> = {}) =>
  browser.post('/account/confirm', { password: PASSWORD, ...fields })

/** Forgets which code was used last: otherwise each test would wait half a minute for another. */
const forgetCodes = () => sql.rows('update member_authenticators set last_step = 0')

async function aCarefulOwner() {
  const { browser, email } = await owner()
  await confirm(browser)
  const page = await browser.open(`${FACTOR}/set-up`)
  const key = keyIn(page)
  const fields = { setup: setupIn(page), code: codeOfApp(key) }
  const on = await browser.submit(`${FACTOR}/set-up`, fields)
  const codes = noticeIn(on).secret.split('\n')
  await forgetCodes()
  return { browser, email, key, codes, page: on }
}

/** Another browser, in which the password was given. */
async function halfIn(email: string) {
  const browser = aBrowserOf(service)
  const answer = await browser.signIn(email)
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `/store${STEP}`])
  expect(answer.headers.getSetCookie()).toEqual([
    expect.stringMatching(
      /^__Host-second-step=[\w.-]+; Max-Age=600; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
    ),
  ])
  return browser
}

const secondStep = (browser: Browser, fields: Record<string, string>) =>
  browser.post(STEP, fields, { page: STEP })

describe('Store application, A second factor: turning it on', () => {
  test('turning a second factor on asks for the password, takes a code, shows ten codes once', async () => {
    const { browser } = await owner()
    expect((await browser.open(`${FACTOR}/set-up`)).status).toBe(403)
    expect((await confirm(browser, { to: `${FACTOR}/set-up` })).headers.get('location')).toBe(
      `/store${FACTOR}/set-up`,
    )
    const page = await browser.open(`${FACTOR}/set-up`)
    expect(page.text).toContain('<svg class="qr"')
    const key = keyIn(page)
    expect(page.text).toContain('href="otpauth://totp/Hosted%20Checkout:')
    expect(page.text).toContain(`secret=${key.replaceAll(' ', '')}&amp;`)
    const fields = { setup: setupIn(page), code: codeOfApp(key, 9) }
    const wrong = await browser.post(`${FACTOR}/set-up`, fields)
    expect(wrong.status).toBe(422)
    expect(keyIn(wrong)).toBe(key)
    const on = await browser.submit(`${FACTOR}/set-up`, { ...fields, code: codeOfApp(key) })
    const codes = noticeIn(on).secret.split('\n')
    expect(codes).toHaveLength(10)
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-?){4}$/)
    const again = await browser.open(FACTOR)
    expect(again.text).not.toContain(codes[0])
    expect(again.text).toContain('10 codes of 10 are left.')
  })

  test('neither key nor code of a second factor is written down as it is or logged', async () => {
    const { key, codes, email } = await aCarefulOwner()
    const [row] = await sql.rows<{ all: string }>(`
      select (select json_agg(a)::text from member_authenticators a)
        || (select json_agg(c)::text from member_recovery_codes c)
        || (select json_agg(l)::text from audit_log l) as all`)
    const bare = key.replaceAll(' ', '')
    for (const secret of [bare, codes[0] ?? '', (codes[0] ?? '').replaceAll('-', '')]) {
      expect(row?.all).not.toContain(secret)
      expect(service.log()).not.toContain(secret)
    }
    expect(service.log()).toMatch(/"change":"turned_on".*account\.second_factor\.changed/)
    await expect.poll(() => service.log()).toContain(`Your second factor is on at`)
    const [entry] = await sql.rows('select 1 from audit_log where actor = $1 and action = $2', [
      email,
      'member.second_factor.turned_on',
    ])
    expect(entry).toBeDefined()
  })

  test('turning a second factor on ends other sessions; none begins by password at that moment', async () => {
    const { browser, email } = await owner()
    const other = aBrowserOf(service)
    await other.signIn(email)
    await confirm(browser)
    const page = await browser.open(`${FACTOR}/set-up`)
    const late = Array.from({ length: 4 }, () => aBrowserOf(service))
    const [on] = await Promise.all([
      browser.post(`${FACTOR}/set-up`, { setup: setupIn(page), code: codeOfApp(keyIn(page)) }),
      ...late.map((each) => each.signIn(email)),
    ])
    expect(on.status).toBe(303)
    expect((await browser.open('/orders')).status).toBe(200)
    for (const each of [other, ...late]) expect((await each.open('/orders')).status).toBe(303)
  })

  test('a second factor takes the page of no other member, and is on once', async () => {
    const [one, two] = [await owner(), await owner()]
    await Promise.all([confirm(one.browser), confirm(two.browser)])
    const page = await one.browser.open(`${FACTOR}/set-up`)
    const fields = { setup: setupIn(page), code: codeOfApp(keyIn(page)) }
    expect((await two.browser.post(`${FACTOR}/set-up`, fields)).status).toBe(422)
    const answers = await Promise.all(
      [1, 2].map(() => one.browser.post(`${FACTOR}/set-up`, fields)),
    )
    expect(countStatuses(answers)).toEqual({ 303: 2 })
    const [row] = await sql.rows<{ count: number }>(
      `select count(*)::integer from member_recovery_codes c join store_members m on m.id = c.member_id where m.email = $1`,
      [one.email],
    )
    expect(row?.count).toBe(10)
  })
})

describe('Store application, A second factor: signing in', () => {
  test('with a second factor the password opens nothing but the page that asks for it', async () => {
    const { email, key } = await aCarefulOwner()
    const half = await halfIn(email)
    expect(half.cookies.has('__Host-sid')).toBe(false)
    expect(half.cookies.has('__Host-device')).toBe(false)
    half.cookies.set('__Host-sid', half.cookies.get('__Host-second-step') ?? '')
    for (const path of ['', '/orders', '/account', FACTOR])
      expect((await half.open(path)).headers.get('location')).toMatch(/^\/store\/sign-in/)
    half.cookies.delete('__Host-sid')
    const wrong = await secondStep(half, { 'factor-code': codeOfApp(key, 7) })
    expect([wrong.status, half.cookies.has('__Host-sid')]).toEqual([422, false])
    const answer = await secondStep(half, { 'factor-code': codeOfApp(key) })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/store'])
    expect(half.cookies.has('__Host-second-step')).toBe(false)
    expect((await half.open('/orders')).status).toBe(200)
  })

  test('signing in with a second factor leads to the page that was asked for', async () => {
    const { email, key } = await aCarefulOwner()
    const browser = aBrowserOf(service)
    const fields = { email, password: PASSWORD, to: '/orders?search=x' }
    await browser.post('/sign-in', fields, { page: '/sign-in' })
    const answer = await secondStep(browser, { 'factor-code': codeOfApp(key) })
    expect(answer.headers.get('location')).toBe('/store/orders?search=x')
  })

  test('a code works once, also for many at the same moment, and no older one works after it', async () => {
    const { email, key } = await aCarefulOwner()
    const browsers = await Promise.all(Array.from({ length: 5 }, () => halfIn(email)))
    const code = codeOfApp(key)
    const answers = await Promise.all(
      browsers.map((each) => secondStep(each, { 'factor-code': code })),
    )
    expect(countStatuses(answers)).toEqual({ 303: 1, 422: 4 })
    const half = await halfIn(email)
    expect((await secondStep(half, { 'factor-code': codeOfApp(key, -1) })).status).toBe(422)
    expect((await secondStep(half, { 'factor-code': codeOfApp(key, 1) })).status).toBe(303)
  })

  test('a recovery code works once, also for many at the same moment, however it is typed', async () => {
    const { email, codes } = await aCarefulOwner()
    const browsers = await Promise.all(Array.from({ length: 5 }, () => halfIn(email)))
    const typed = ` ${(codes[3] ?? '').toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o')}`
    const answers = await Promise.all(
      browsers.map((each) => secondStep(each, { 'factor-recovery': typed })),
    )
    expect(countStatuses(answers)).toEqual({ 303: 1, 422: 4 })
    await expect.poll(() => service.log()).toContain('A recovery code was used at')
    const inside = browsers.find((each) => each.cookies.has('__Host-sid'))
    expect((await inside?.open(FACTOR))?.text).toContain('9 codes of 10 are left.')
  })

  test('no code and a code of somebody else are wrong at signing in', async () => {
    const [one, two] = [await aCarefulOwner(), await aCarefulOwner()]
    const half = await halfIn(one.email)
    for (const fields of [
      {},
      { 'factor-code': '' },
      { 'factor-code': codeOfApp(two.key) },
      { 'factor-recovery': two.codes[0] ?? '' },
      { 'factor-passkey': '{}', 'factor-challenge': 'x' },
    ])
      expect((await secondStep(half, fields)).status).toBe(422)
  })

  test('after ten tries of codes the account rests, from any network, and the audit log says so', async () => {
    const { email, key } = await aCarefulOwner()
    const half = await halfIn(email)
    const tries = []
    for (let count = 0; count < 10; count += 1)
      tries.push(await secondStep(half, { 'factor-code': codeOfApp(key, 50 + count) }))
    expect(countStatuses(tries)).toEqual({ 422: 10 })
    const answer = await secondStep(await halfIn(email), { 'factor-code': codeOfApp(key) })
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    await expect
      .poll(() =>
        sql.rows(`select 1 from audit_log where actor = $1 and action like 'auth.second%limited'`, [
          email,
        ]),
      )
      .toHaveLength(1)
  })

  test('half of a sign-in ends with another password, and lives ten minutes', async () => {
    const { browser, email, key } = await aCarefulOwner()
    const half = await halfIn(email)
    const chosen = { password: PASSWORD, 'new-password': 'seven green umbrellas' }
    expect((await browser.post('/account/password', chosen)).status).toBe(303)
    const answer = await secondStep(half, { 'factor-code': codeOfApp(key) })
    expect(answer.text).toContain('Begin the sign-in again')
    expect(half.cookies.has('__Host-sid')).toBe(false)
    const altered = aBrowserOf(service)
    altered.cookies.set('__Host-second-step', 'x.y.z')
    expect((await altered.open(STEP)).text).toContain('Begin the sign-in again')
  })

  test('an account without a second factor signs in as before', async () => {
    const { browser } = await owner()
    expect((await browser.open('/orders')).status).toBe(200)
    expect((await browser.open('/account')).text).toContain('Your password alone opens')
  })
})

describe('Store application, A second factor: keeping and ending it', () => {
  test('new recovery codes replace those of before', async () => {
    const { browser, email, codes } = await aCarefulOwner()
    const page = await browser.submit(`${FACTOR}/recovery-codes`)
    const fresh = noticeIn(page).secret.split('\n')
    expect(fresh).toHaveLength(10)
    const half = await halfIn(email)
    expect((await secondStep(half, { 'factor-recovery': codes[0] ?? '' })).status).toBe(422)
    expect((await secondStep(half, { 'factor-recovery': fresh[0] ?? '' })).status).toBe(303)
  })

  test('a second factor is turned off with the password and a code, and nothing is left of it', async () => {
    const { browser, email, key } = await aCarefulOwner()
    await sql.rows('update store_sessions set confirmed_at = null')
    for (const [fields, status] of [
      [{}, 403],
      [{ password: PASSWORD }, 422],
      [{ password: 'wrong wrong', 'factor-code': codeOfApp(key) }, 422],
      [{ password: PASSWORD, 'factor-code': codeOfApp(key) }, 303],
    ] as const)
      expect((await browser.post(`${FACTOR}/turn-off`, fields)).status).toBe(status)
    expect(
      await sql.rows(
        `select 1 from member_recovery_codes c join store_members m on m.id = c.member_id where m.email = $1`,
        [email],
      ),
    ).toEqual([])
    expect((await aBrowserOf(service).signIn(email)).headers.get('location')).toBe('/store')
    await expect.poll(() => service.log()).toContain('Your second factor is off at')
  })

  test('the operator ends a second factor for a member, who is signed out and hears of it', async () => {
    const store = await aStore(service)
    const { browser, email } = await aColleague(service, sql, { store, role: 'staff' })
    await confirm(browser)
    const page = await browser.open(`${FACTOR}/set-up`)
    await browser.post(`${FACTOR}/set-up`, { setup: setupIn(page), code: codeOfApp(keyIn(page)) })
    const path = `/stores/${store.id}/members/second-factor/end`
    const answer = await service.platform('POST', path, { email: email.toUpperCase() })
    expect([answer.status, answer.body]).toEqual([200, { email, hadSecondFactor: true }])
    expect((await browser.open('/orders')).status).toBe(303)
    expect((await aBrowserOf(service).signIn(email)).headers.get('location')).toBe('/store')
    expect(service.log()).toContain('Whoever runs the service has ended your second factor')
    const again = await service.platform('POST', path, { email })
    expect(again.body).toEqual({ email, hadSecondFactor: false })
    const foreign = `/stores/${(await aStore(service)).id}/members/second-factor/end`
    expect((await service.platform('POST', foreign, { email })).status).toBe(404)
  })
})

describe('security §4: The secrets of second factors', () => {
  test('secrets are sealed anew under the newest key; those that no key opens are counted', async () => {
    const { email, key } = await aCarefulOwner()
    const keyOf = (material: string) => deriveSecondFactorKey(material)
    const [now, next] = [keyOf('signing key material of the tests'), keyOf('the next one')]
    const pool = openPool({ connectionString: service.databaseUrl }, { onIdleError: () => {} })
    const { sealAnew } = openSecondFactors(pool)
    const first = await sealAnew(createSealedSecrets([next, now]))
    expect(first).toEqual({ resealed: expect.any(Number), unreadable: 0 })
    expect(first.resealed).toBeGreaterThan(0)
    const lost = await sealAnew(createSealedSecrets([keyOf('another')]))
    expect(lost).toEqual({ resealed: 0, unreadable: first.resealed })
    expect(await sealAnew(createSealedSecrets([now, next]))).toEqual(first)
    expect(await sealAnew(createSealedSecrets([now, next]))).toEqual({ resealed: 0, unreadable: 0 })
    await pool.close()
    const half = await halfIn(email)
    expect((await secondStep(half, { 'factor-code': codeOfApp(key) })).status).toBe(303)
  })
})

describe('Store application, A second factor: a passkey', () => {
  const NEW = `${FACTOR}/passkeys/new`

  const textOf = (attribute: string) => attribute.replaceAll('&quot;', '"').replaceAll('&amp;', '&')
  const requestIn = ({ text }: { text: string }, name: string) => ({
    options: textOf(/data-options="([^"]+)"/.exec(text)?.[1] ?? '{}'),
    challenge: new RegExp(`name="${name}"\\s+value="([^"]+)"`).exec(text)?.[1] ?? '',
  })

  async function aKeyOwner() {
    const owned = await aCarefulOwner()
    const key = aPasskey(service.baseUrl)
    const { options, challenge } = requestIn(await owned.browser.open(NEW), 'challenge')
    const passkey = key.create(options)
    const fields = { name: 'Blue key', challenge, passkey }
    const page = await owned.browser.submit(NEW, fields)
    expect(noticeIn(page).text).toBe('The passkey Blue key was added.')
    return { ...owned, passkey: key, fields, page }
  }

  const prove = async (browser: Browser, key: ReturnType<typeof aPasskey>) => {
    const { options, challenge } = requestIn(await browser.open(STEP), 'factor-challenge')
    return { 'factor-passkey': key.get(options), 'factor-challenge': challenge }
  }

  test('a passkey is added once, renamed and removed, by its own member', async () => {
    const { browser, email, fields, page } = await aKeyOwner()
    expect((await browser.post(NEW, fields)).status).toBe(422)
    const path = /action="\/store(\/account\/second-factor\/passkeys\/\d+)\/rename"/.exec(
      page.text,
    )?.[1]
    expect(noticeIn(await browser.submit(`${path}/rename`, { name: '' })).text).toBe('')
    expect((await browser.submit(`${path}/rename`, { name: 'Red key' })).text).toContain(
      'value="Red key"',
    )
    const stranger = await aCarefulOwner()
    for (const step of ['rename', 'remove'])
      expect((await stranger.browser.post(`${path}/${step}`, { name: 'x' })).status).toBe(404)
    expect(noticeIn(await browser.submit(`${path}/remove`)).text).toBe(
      'The passkey Red key was removed.',
    )
    const audited = await sql.rows<{ action: string }>(
      `select action from audit_log where actor = $1 and action like '%passkey%' order by id`,
      [email],
    )
    expect(audited.map(({ action }) => action)).toEqual([
      'member.second_factor.passkey_added',
      'member.second_factor.passkey_removed',
    ])
    await expect.poll(() => service.log()).toContain('A passkey was added at')
  })

  test('a passkey signs in after the password, each answer once, also many at the same moment', async () => {
    const { email, passkey } = await aKeyOwner()
    const half = await halfIn(email)
    const fields = await prove(half, passkey)
    const stranger = await halfIn(email)
    expect((await secondStep(stranger, fields)).status).toBe(422)
    const browsers = [1, 2, 3, 4].map(() => aBrowserOf(service, new Map(half.cookies)))
    const answers = await Promise.all(browsers.map((each) => secondStep(each, fields)))
    expect(countStatuses(answers)).toEqual({ 303: 1, 422: 3 })
    const next = await halfIn(email)
    expect((await secondStep(next, await prove(next, passkey))).status).toBe(303)
  })

  test('a passkey’s count shows that a copy of it has been used', async () => {
    const { email, passkey } = await aKeyOwner()
    const first = await halfIn(email)
    passkey.countFrom(5)
    expect((await secondStep(first, await prove(first, passkey))).status).toBe(303)
    passkey.countFrom(3)
    const second = await halfIn(email)
    expect((await secondStep(second, await prove(second, passkey))).status).toBe(422)
  })

  test('a passkey goes with the second factor', async () => {
    const { browser, email } = await aKeyOwner()
    await browser.submit(`${FACTOR}/turn-off`)
    const left = `select 1 from member_passkeys p
      join store_members m on m.id = p.member_id where m.email = $1`
    expect(await sql.rows(left, [email])).toEqual([])
  })
})
