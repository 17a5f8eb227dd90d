import { createHash, randomUUID } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openPool } from '../../postgres/database.ts'
import { aStore, countStatuses } from '../../testing/builders.ts'
import { type Answer, call } from '../../testing/http-call.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'
import { type Browser, aBrowserOf, aColleague } from '../../testing/store/store-browser.ts'
import {
  addMember,
  aMember,
  aStoreWithOwner,
  cookieOf,
  ownForm,
  PASSWORD,
  postForm,
} from '../../testing/store/store-builders.ts'
import { createTestClocks } from '../../testing/test-clocks.ts'
import { openSecondFactors } from './second-factors.records.ts'

const { service, sql } = await openSpecService({ clocks: createTestClocks() })

/** Of a store's owner, whose password is checked with less work than the service would take. */
const anAccount = async () => ({ email: await addMember(sql, await aStore(service)) })

let networks = 0

/** From a network of its own: all of this file together would be more than one may try. */
const signIn = (email: string, password = PASSWORD) =>
  postForm(
    service,
    '/sign-in',
    { email, password },
    { ...ownForm(service), 'x-forwarded-for': `2001:db8:1:${(networks += 1).toString(16)}::7` },
  )

const digestOf = (cookie: string) =>
  createHash('sha256')
    .update(cookie.split('=')[1] ?? '')
    .digest()
const secondsLeft = async (cookie: string) => {
  const [row] = await sql.rows<{ seconds: number }>(
    `
    select extract(epoch from expires_at - clock_timestamp())::float8 as seconds from store_sessions where digest = $1`,
    [digestOf(cookie)],
  )
  return row?.seconds
}

/** The page without what is its own in every answer: the nonce, and the address that was typed. */
const pageOf = ({ text }: Answer<unknown>, email: string) =>
  text.replaceAll(/nonce="[^"]+"/g, '').replace(`value="${email}"`, '')
const headersOf = ({ headers }: Answer<unknown>) =>
  [...headers.keys()]
    .filter((name) => !['date', 'request-id', 'content-length'].includes(name))
    .toSorted()

describe('Store application, Sign in', () => {
  test('sign-in sets a cookie for its host alone, over a secure connection, and for no script', async () => {
    const { email } = await anAccount()
    const answer = await signIn(email)
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe('/store')
    const [session, device] = answer.headers.getSetCookie()
    expect(session).toMatch(/^__Host-sid=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    expect(device).toMatch(
      /^__Host-device=[\w.-]+; Max-Age=15552000; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
    )
  })

  test('of the cookie’s token only its SHA-256 is kept, and neither it nor the password logged', async () => {
    const { email } = await anAccount()
    const cookie = cookieOf(await signIn(email))
    expect(await secondsLeft(cookie)).toBeGreaterThan(0)
    const written = JSON.stringify(await sql.rows('select digest, member_id from store_sessions'))
    expect(written).not.toContain(cookie.split('=')[1])
    for (const secret of [cookie.split('=')[1], PASSWORD, email])
      expect(service.log()).not.toContain(secret)
  })

  test('the first sign-in gives the store the time zone of its browser, and later ones do not', async () => {
    const shop = await aStore(service)
    const [email, colleague] = [await addMember(sql, shop), await addMember(sql, shop)]
    const zoneAfter = async (member: string, zone: string) => {
      const fields = { email: member, password: PASSWORD, 'time-zone': zone }
      expect((await postForm(service, '/sign-in', fields, ownForm(service))).status).toBe(303)
      const [row] = await sql.rows<{ zone: string }>(
        'select time_zone as zone from stores where id = $1',
        [shop.id],
      )
      return row?.zone
    }
    expect(await zoneAfter(email, 'Europe/Madrid')).toBe('Europe/Madrid')
    expect(await zoneAfter(colleague, 'Asia/Tokyo')).toBe('Europe/Madrid')
    expect(
      await sql.rows('select actor, details from audit_log where store_id = $1 and action = $2', [
        shop.id,
        'store.changed',
      ]),
    ).toEqual([{ actor: email, details: { timeZone: { from: 'UTC', to: 'Europe/Madrid' } } }])
  })

  test.each(['', '+02:00', 'Moon/Crater', "UTC'; drop table stores"])(
    'the first sign-in with the time zone “%s” leaves the store at UTC',
    async (zone) => {
      const shop = await aStore(service)
      const fields = { email: await addMember(sql, shop), password: PASSWORD, 'time-zone': zone }
      expect((await postForm(service, '/sign-in', fields, ownForm(service))).status).toBe(303)
      expect(
        await sql.rows('select time_zone as zone from stores where id = $1', [shop.id]),
      ).toEqual([{ zone: 'UTC' }])
    },
  )

  test('sign-in does not mind the case of the address, and does that of the password', async () => {
    const { email } = await anAccount()
    expect((await signIn(` ${email.toUpperCase()} `)).status).toBe(303)
    expect((await signIn(email, PASSWORD.toUpperCase())).status).toBe(422)
  })

  test('a wrong password, an unknown address and an empty form at sign-in get the same answer', async () => {
    const { email } = await aStoreWithOwner(service)
    const attempts = [
      [email, 'wrong wrong wrong'],
      ['nobody@loom.example', PASSWORD],
      [email, ''],
      ['x'.repeat(254), 'x'.repeat(200)],
    ] as const
    const answers = await Promise.all(
      attempts.map(async ([address, password]) => {
        const answer = await signIn(address, password)
        return { status: answer.status, headers: headersOf(answer), page: pageOf(answer, address) }
      }),
    )
    expect(answers[0]).toMatchObject({
      status: 422,
      page: expect.stringContaining('You are not signed in.'),
    })
    expect(answers[0]?.headers).not.toContain('set-cookie')
    for (const answer of answers) expect(answer).toEqual(answers[0])
  })

  test('after ten tries an account rests, also for the right password, and one nobody has, too', async () => {
    const { email } = await anAccount()
    for (let tries = 0; tries < 10; tries += 1)
      expect((await signIn(email, 'wrong wrong wrong')).status).toBe(422)
    // At once, so that most of them cost no work: they count all the same.
    await Promise.all(
      Array.from({ length: 10 }, () => signIn('nobody-else@loom.example', 'wrong wrong wrong')),
    )
    const answers = await Promise.all(
      [email, 'nobody-else@loom.example'].map(async (address) => {
        const answer = await signIn(address)
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
        return { status: answer.status, headers: headersOf(answer), page: pageOf(answer, address) }
      }),
    )
    expect(answers[0]).toMatchObject({
      status: 429,
      page: expect.stringContaining('Too many tries for now.'),
    })
    expect(answers[1]).toEqual(answers[0])
  })

  test.each([
    ['\u{212A}im@loom.example', 303],
    ['k\u{130}m@loom.example', 422],
  ])(
    'sign-in reads %j as the limits do, whatever letters PostgreSQL takes for the same',
    async (address, status) => {
      const name = randomUUID()
      await addMember(sql, await aStore(service), { email: `${name}kim@loom.example` })
      expect((await signIn(`${name}${address}`)).status).toBe(status)
    },
  )

  test('sign-in replaces the session that the browser had', async () => {
    const { email } = await anAccount()
    const first = await aMember(service, email)
    const second = cookieOf(
      await postForm(
        service,
        '/sign-in',
        { email, password: PASSWORD },
        { ...ownForm(service), cookie: first.cookie },
      ),
    )
    expect(second).not.toBe(first.cookie)
    expect((await first.get('/orders')).status).toBe(303)
  })

  test('sign-in leads back to the page asked for, with its query, told to the own form alone', async () => {
    const { email } = await anAccount()
    const browser = aBrowserOf(service)
    const asked = await browser.open('/orders?cursor=x&y=%26')
    expect(asked.headers.get('location')).toBe(
      '/store/sign-in?to=%2Forders%3Fcursor%3Dx%26y%3D%2526',
    )
    expect((await browser.follow(asked)).text).toContain(
      '<input type="hidden" name="to" value="/orders?cursor=x&amp;y=%26" />',
    )
    const [wrong, right] = [
      { email, password: 'no', to: '/orders' },
      { email, password: PASSWORD, to: '/orders?y=%26' },
    ]
    expect((await browser.post('/sign-in', wrong, { page: '/sign-in' })).text).toContain(
      'name="to" value="/orders"',
    )
    expect(
      (await browser.post('/sign-in', right, { page: '/sign-in' })).headers.get('location'),
    ).toBe('/store/orders?y=%26')
    expect((await browser.open('/sign-in?to=/account')).headers.get('location')).toBe(
      '/store/account',
    )
  })

  test.each([
    'https://evil.example',
    '//evil.example',
    '/../../evil',
    '/%2e%2e/%2e%2e/healthz',
    '/..\\..\\evil',
    '\\evil.example',
    'javascript:alert(1)',
    'orders',
    '\t//evil.example',
    '/\t/../..//evil.example',
    `/${'x'.repeat(1000)}`,
  ])('sign-in leads nowhere outside of the store application: %j', async (to) => {
    const { email } = await anAccount()
    const browser = aBrowserOf(service)
    const answer = await browser.post(
      '/sign-in',
      { email, password: PASSWORD, to },
      { page: '/sign-in' },
    )
    const { origin, pathname } = new URL(answer.headers.get('location') ?? '', service.baseUrl)
    expect([answer.status, origin]).toEqual([303, service.baseUrl])
    expect(pathname).toMatch(/^\/store(?:$|\/)/)
  })

  test('a member who is signed in is led past the sign-in', async () => {
    const { email } = await anAccount()
    const answer = await (await aMember(service, email)).get('/sign-in')
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/store'])
  })
})

describe('Store application, Sign in: an account whose password strangers keep trying', () => {
  const setCookies = (answer: Answer<unknown>) =>
    answer.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '')
  const besiege = (email: string) =>
    Promise.all(
      Array.from({ length: 16 }, (_, network) =>
        postForm(
          service,
          '/sign-in',
          { email, password: 'wrong' },
          { ...ownForm(service), 'x-forwarded-for': `2001:db8:${network}::7` },
        ),
      ),
    )
  const leave = (browser: Browser) => browser.post('/sign-out', {})

  test('a tried account opens for its owner on a device that knows it, and on no other', async () => {
    const { browser, email } = await aColleague(service, sql, {
      store: await aStore(service),
      role: 'owner',
    })
    await leave(browser)
    await besiege(email)
    expect((await signIn(email)).status).toBe(429)
    expect((await browser.signIn(email, 'wrong')).status).toBe(422)
    expect((await browser.signIn(email)).status).toBe(303)
  })

  test('an account is known to no device that got into another, or says so by itself', async () => {
    const email = await addMember(sql, await aStore(service))
    const { browser, email: own } = await aColleague(service, sql, {
      store: await aStore(service),
      role: 'owner',
    })
    const device = browser.cookies.get('__Host-device') ?? ''
    await besiege(email)
    await leave(browser)
    expect((await browser.signIn(email)).status).toBe(429)
    await besiege(own)
    for (const made of [device.slice(0, -4), `${device.slice(0, -4)}AAAA`, '', 'x', '{}']) {
      const stranger = aBrowserOf(service)
      stranger.cookies.set('__Host-device', made)
      expect((await stranger.signIn(own)).status).toBe(429)
    }
  })

  test('an account is tried no more often from a known device than by all strangers together', async () => {
    const { browser, email } = await aColleague(service, sql, {
      store: await aStore(service),
      role: 'owner',
    })
    await leave(browser)
    const cookie = `__Host-device=${browser.cookies.get('__Host-device')}`
    const answers = []
    for (let tries = 0; tries < 12; tries += 1) {
      answers.push(
        await postForm(
          service,
          '/sign-in',
          { email, password: 'wrong' },
          { ...ownForm(service), cookie },
        ),
      )
    }
    expect(countStatuses(answers)).toEqual({ 422: 10, 429: 2 })
    expect((await signIn(email)).status).toBe(303)
  })

  test('the cookies of another try do not tell an account from one that nobody has', async () => {
    const { email } = await anAccount()
    const answers = await Promise.all(
      [email, 'nobody@loom.example'].map((address) => signIn(address, 'wrong')),
    )
    expect(answers.map(setCookies)).toEqual([[], []])
  })
})

describe('Store application, Sign in: the session that begins', () => {
  test('a session that is over is forgotten with the next sign-in', async () => {
    const { email } = await anAccount()
    const { cookie } = await aMember(service, email)
    await sql.rows('update store_sessions set expires_at = clock_timestamp() where digest = $1', [
      digestOf(cookie),
    ])
    await aMember(service, email)
    expect(await secondsLeft(cookie)).toBeUndefined()
  })

  test('a session ends with signing out: in the record, in the browser', async () => {
    const { email } = await anAccount()
    const member = await aMember(service, email)
    const answer = await member.post('/sign-out', { csrf: await member.csrf() })
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      '/store/sign-in?signed-out=here',
    ])
    expect(answer.headers.get('clear-site-data')).toBe('"cookies","storage"')
    expect(answer.headers.getSetCookie()[0]).toMatch(
      /^__Host-sid=; Path=\/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; Secure; SameSite=Lax$/,
    )
    expect(await secondsLeft(member.cookie)).toBeUndefined()
    expect((await member.get('/orders')).status).toBe(303)
  })

  test.each([
    '',
    '__Host-sid=',
    `__Host-sid=${'A'.repeat(43)}`,
    `__Host-sid=${'A'.repeat(44)}`,
    'sid=x; __Host-sid=%00',
  ])('a member’s session is not %j', async (cookie) => {
    const answer = await call('GET', `${service.baseUrl}/store/orders`, { headers: { cookie } })
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      '/store/sign-in?to=%2Forders',
    ])
  })
})

describe('Store application, A second factor', () => {
  test('the code of a step is good once, also for many at the same moment, and ends all before it', async () => {
    const { email } = await anAccount()
    const [member] = await sql.rows<{ id: number }>(
      `insert into member_authenticators (member_id, sealed, key_id, last_step)
      select id, '', '', 6 from store_members where email = $1 returning member_id::integer as id`,
      [email],
    )
    const pool = openPool({ connectionString: service.databaseUrl }, { onIdleError: () => {} })
    onTestFinished(() => pool.close())
    const use = (step: number) => openSecondFactors(pool).useCodeStep(member?.id ?? 0, step)
    const uses = await Promise.all(Array.from({ length: 5 }, () => use(7)))
    expect(uses.filter(Boolean)).toHaveLength(1)
    expect([await use(6), await use(7), await use(8)]).toEqual([false, false, true])
  })
})
