import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { textOf } from '../../testing/store/page-text.ts'
import { expectMoment } from '../../testing/record-clock.ts'
import { type TestService, startTestService } from '../../testing/servers/test-service.ts'
import { type Sql, openSql } from '../../testing/sql.ts'
import {
  type Browser,
  aBrowserOf,
  aColleague,
  anOwner,
  noticeIn,
} from '../../testing/store/store-browser.ts'
import { PASSWORD } from '../../testing/store/store-builders.ts'
import { type RedisServer, observe, startRedis } from '../../testing/servers/redis-server.ts'

const NEW_PASSWORD = 'seven green umbrellas'
const HOURS = 60

let redis: RedisServer
/** Two processes on one database and one Redis. */
let service: TestService
let other: TestService
let sql: Sql

beforeAll(async () => {
  redis = await startRedis()
  service = await startTestService({ env: { REDIS_URL: redis.url } })
  other = await startTestService({
    databaseUrl: service.databaseUrl,
    env: { REDIS_URL: redis.url },
  })
  sql = openSql(service.databaseUrl)
})

afterAll(async () => {
  expect(service.log() + other.log()).not.toContain('request.failed')
  await sql.close()
  await other.stop()
  await service.stop()
  await redis.remove()
})

const digestOf = (browser: Browser) =>
  createHash('sha256')
    .update(browser.cookies.get('__Host-sid') ?? '')
    .digest()
const statusOf = async (browser: Browser) => (await browser.open('/account')).status

/** Moves the session's record back in time. */
const age = (
  browser: Browser,
  { column, minutes }: { column: 'last_seen_at' | 'expires_at'; minutes: number },
) =>
  sql.rows(
    `
  update store_sessions set ${column} = ${column} - make_interval(mins => $2) where digest = $1`,
    [digestOf(browser), minutes],
  )

const lastSeen = async (browser: Browser) =>
  (
    await sql.rows<{ at: Date }>(
      'select last_seen_at as at from store_sessions where digest = $1',
      [digestOf(browser)],
    )
  )[0]?.at

/** That a page which the browser opens now is written down. */
const expectSeen = (browser: Browser) =>
  expectMoment(
    sql,
    async () => {
      await browser.open('/account')
      return lastSeen(browser)
    },
    (at) => at,
  )

/** The same browser at the other process: cookies know no ports. */
const elsewhere = (browser: Browser) => {
  const twin = aBrowserOf(other)
  for (const [name, value] of browser.cookies) twin.cookies.set(name, value)
  return twin
}

const forget = async () => {
  const observer = await observe(redis.port)
  await observer.flushAll()
  observer.destroy()
}

describe('Store application, every page: the session of a member', () => {
  test('a member’s session is written down as seen every 5 minutes; between that the cache knows', async () => {
    const { browser } = await anOwner(service, sql)
    await browser.open('/account')
    await age(browser, { column: 'last_seen_at', minutes: 4 })
    const before = await lastSeen(browser)
    await browser.open('/account')
    expect(await lastSeen(browser)).toEqual(before)
    await age(browser, { column: 'last_seen_at', minutes: 2 })
    await expectSeen(browser)
  })

  test('a session lies in Redis under a digest, empty, for 12 hours from its last use', async () => {
    const { browser } = await anOwner(service, sql)
    await browser.open('/account')
    const observer = await observe(redis.port)
    const key = `hc:idle:{${digestOf(browser).toString('base64url')}}`
    expect(await observer.get(key)).toBe('1')
    await observer.expire(key, 100)
    await browser.open('/account')
    expect(await observer.ttl(key)).toBeGreaterThan(12 * 3600 - 60)
    await aBrowserOf(service).open('/account')
    const keys = await observer.keys('hc:idle:*')
    observer.destroy()
    for (const name of keys) expect(name).not.toContain(browser.cookies.get('__Host-sid'))
  })

  test('a member’s session is over 12 hours after the last request, to the second', async () => {
    const { browser } = await anOwner(service, sql)
    await browser.open('/account')
    await age(browser, { column: 'last_seen_at', minutes: 12 * HOURS + 4 })
    expect(await statusOf(browser)).toBe(200)
    await age(browser, { column: 'last_seen_at', minutes: 12 * HOURS + 1 })
    await forget()
    expect(await statusOf(browser)).toBe(303)
  })

  test('the cache keeps no session alive that the record gives up', async () => {
    const [idle, old] = [await anOwner(service, sql), await anOwner(service, sql)]
    await Promise.all([idle.browser.open('/account'), old.browser.open('/account')])
    await age(idle.browser, { column: 'last_seen_at', minutes: 12 * HOURS + 6 })
    await age(old.browser, { column: 'expires_at', minutes: 7 * 24 * HOURS })
    expect([await statusOf(idle.browser), await statusOf(old.browser)]).toEqual([303, 303])
  })

  test('a member’s session is over 7 days after the sign-in, however busy', async () => {
    const { browser } = await anOwner(service, sql)
    await age(browser, { column: 'expires_at', minutes: 7 * 24 * HOURS - 1 })
    await browser.open('/account')
    expect(await statusOf(browser)).toBe(200)
    await age(browser, { column: 'expires_at', minutes: 1 })
    expect(await statusOf(browser)).toBe(303)
  })

  test('a session holds in every process, and so do its end, all ends and the account’s loss', async () => {
    const { browser, store } = await anOwner(service, sql)
    const staff = await aColleague(service, sql, { store, role: 'staff' })
    const [again, gone] = [aBrowserOf(service), elsewhere(staff.browser)]
    await again.signIn(staff.email)
    expect([
      await statusOf(gone),
      await statusOf(elsewhere(again)),
      await statusOf(elsewhere(browser)),
    ]).toEqual([200, 200, 200])
    await elsewhere(again).post('/sign-out', {})
    expect([await statusOf(again), await statusOf(staff.browser)]).toEqual([303, 200])
    await sql.rows('delete from store_members where email = $1', [staff.email])
    expect([await statusOf(gone), await statusOf(staff.browser)]).toEqual([303, 303])
  })

  test('a member’s session outlives everything that Redis held', async () => {
    const { browser } = await anOwner(service, sql)
    await browser.open('/account')
    await forget()
    expect([await statusOf(browser), await statusOf(elsewhere(browser))]).toEqual([200, 200])
  })
})

describe('Store application, Your account', () => {
  test('the account page shows address, role and own sign-ins, this one marked, and no one else’s', async () => {
    const { browser, store, email } = await anOwner(service, sql)
    await aColleague(service, sql, { store, role: 'staff' })
    const second = aBrowserOf(service)
    await second.signIn(email)
    await sql.rows(
      `update store_sessions set address = '192.0.2.7', user_agent = $2 where digest = $1`,
      [digestOf(second), 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
    )
    const page = await browser.open('/account')
    const { text } = page
    expect(textOf(page)).toContain(`Email ${email} Role Owner`)
    expect(text.match(/data-label="Last seen"/g)).toHaveLength(2)
    expect(text.match(/This one/g)).toHaveLength(1)
    expect(text).toMatch(/Firefox on Linux[\s\S]*192\.0\.2\.7/)
  })

  test('a new password takes the old one, ends the other sessions, and is said by mail', async () => {
    const { browser, email } = await anOwner(service, sql)
    const second = aBrowserOf(service)
    await second.signIn(email)
    const page = await browser.submit('/account/password', {
      password: PASSWORD,
      'new-password': NEW_PASSWORD,
    })
    expect(noticeIn(page).text).toContain('Your password is changed.')
    expect([await statusOf(browser), await statusOf(second)]).toEqual([200, 303])
    expect((await aBrowserOf(service).signIn(email)).status).toBe(422)
    expect((await aBrowserOf(service).signIn(email, NEW_PASSWORD)).status).toBe(303)
    await expect
      .poll(() => service.log())
      .toMatch(new RegExp(`"to":"${email}","subject":"Your password for Loom & Co was changed"`))
  })

  test('a wrong or bad new password changes nothing; tries count with those of the sign-in', async () => {
    const { browser, email } = await anOwner(service, sql)
    const send = (password: string, newPassword: string) =>
      browser.submit('/account/password', { password, 'new-password': newPassword })
    expect(await send('not this one', NEW_PASSWORD)).toMatchObject({
      status: 422,
      text: expect.stringContaining('This is not your password.'),
    })
    expect(await send(PASSWORD, 'short')).toMatchObject({
      status: 422,
      text: expect.stringContaining('Enter at least 10 characters.'),
    })
    for (let tries = 0; tries < 8; tries += 1) await send('not this one', NEW_PASSWORD)
    expect(await send(PASSWORD, NEW_PASSWORD)).toMatchObject({
      status: 429,
      text: expect.stringContaining('Too many tries.'),
    })
    expect(await statusOf(browser)).toBe(200)
    await browser.post('/sign-out', {})
    expect((await browser.signIn(email)).status).toBe(429)
  })

  test('a member can sign out everywhere', async () => {
    const { browser, email } = await anOwner(service, sql)
    const second = aBrowserOf(service)
    await second.signIn(email)
    const answer = await browser.post('/account/sign-out-everywhere', {})
    expect(browser.cookies.has('__Host-sid')).toBe(false)
    expect((await browser.follow(answer)).text).toContain('You are signed out everywhere.')
    expect([await statusOf(second), await statusOf(elsewhere(second))]).toEqual([303, 303])
  })
})

describe('Store application, every page: Redis goes away', () => {
  test('while Redis is away nobody is signed out, all can sign out, and the record keeps time', async () => {
    const { browser, email } = await anOwner(service, sql)
    await browser.open('/account')
    await redis.kill()
    expect([await statusOf(browser), await statusOf(elsewhere(browser))]).toEqual([200, 200])
    await age(browser, { column: 'last_seen_at', minutes: 4 })
    await expectSeen(browser)
    const late = aBrowserOf(service)
    expect((await late.signIn(email)).status).toBe(303)
    await age(late, { column: 'last_seen_at', minutes: 12 * HOURS })
    expect(await statusOf(late)).toBe(303)
    await browser.post('/sign-out', {})
    expect(await statusOf(elsewhere(browser))).toBe(303)
  })
})
