import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { openPool } from '../../postgres/database.ts'
import { openPasswordResets } from './password-resets.records.ts'
import { aStore, countStatuses } from '../../testing/builders.ts'
import { expectError } from '../../testing/expect-error.ts'
import type { Answer } from '../../testing/http-call.ts'
import { expectMoment } from '../../testing/record-clock.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'
import {
  type Browser,
  aBrowserOf,
  anOwner,
  linkPath,
  noticeIn,
} from '../../testing/store/store-browser.ts'
import { addMember, ownForm, postForm } from '../../testing/store/store-builders.ts'
import { createTestClocks } from '../../testing/test-clocks.ts'

const { service, sql } = await openSpecService({ clocks: createTestClocks() })

const NEW_PASSWORD = 'seven green umbrellas'

const ask = (browser: Browser, email: string) =>
  browser.post('/forgot-password', { email }, { page: '/forgot-password' })

/**
 * The links that were mailed to this address so far: without a mail server mails are in the log.
 */
const linksTo = (email: string) =>
  service
    .log()
    .split('\n')
    .filter((line) => line.includes('mail.written'))
    .map((line) => JSON.parse(line) as { to: string; text: string })
    .filter(({ to }) => to === email)
    .flatMap(({ text }) => text.match(/http\S+\/reset-password\/\S+/g) ?? [])

const mailedLink = async (email: string, count = 1) => {
  await expect.poll(() => linksTo(email)).toHaveLength(count)
  return linksTo(email).at(-1) ?? ''
}

const choose = (url: string, password = NEW_PASSWORD) =>
  aBrowserOf(service).post(linkPath(url), { 'new-password': password }, { page: linkPath(url) })

const issue = (storeId: string, email: unknown) =>
  service.platform<{ url: string; expiresAt: string }>(
    'POST',
    `/stores/${storeId}/members/password-reset`,
    { email },
  )

describe('Store application, Forgot your password: who forgot it', () => {
  test('who forgot the password gets a link, chooses another, and is signed out everywhere', async () => {
    const { browser, email } = await anOwner(service, sql)
    const forgetful = aBrowserOf(service)
    expect(
      noticeIn(await forgetful.follow(await ask(forgetful, email.toUpperCase()))).text,
    ).toMatch(/^If there is an account/)
    const url = await mailedLink(email)
    expect(linkPath(url)).toMatch(/^\/reset-password\/[\w-]{43}$/)
    expect((await forgetful.open(linkPath(url))).text).toContain(`value="${email}"`)
    expect((await browser.open('/account')).status).toBe(200)

    const page = await forgetful.follow(
      await forgetful.post(
        linkPath(url),
        { 'new-password': NEW_PASSWORD },
        { page: linkPath(url) },
      ),
    )
    expect(noticeIn(page).text).toContain('you are signed out everywhere')
    expect((await browser.open('/account')).status).toBe(303)
    expect((await forgetful.signIn(email)).status).toBe(422)
    expect((await forgetful.signIn(email, NEW_PASSWORD)).status).toBe(303)
    await expect
      .poll(() => service.log())
      .toContain(`"to":"${email}","subject":"Your password for Loom & Co was changed"`)
    expect(
      JSON.stringify(await sql.rows(`select *, encode(digest, 'escape') from password_resets`)),
    ).not.toContain(url.split('/').at(-1))
  })

  test('who forgot the password gets the answer of one without an account, header by header', async () => {
    const email = await addMember(sql, await aStore(service))
    const read = async (address: string) => {
      const browser = aBrowserOf(service)
      const answer = await ask(browser, address)
      const { text } = await browser.follow(answer)
      return { ...shapeOf(answer), page: text.replaceAll(/nonce="[^"]+"/g, '') }
    }
    const known = await read(email)
    expect(known.status).toBe(303)
    expect(await read('nobody@loom.example')).toEqual(known)
    expect(await read('')).toEqual(known)
    await mailedLink(email)
    expect(linksTo('nobody@loom.example')).toEqual([])
  })

  test('an address gets at most three reset mails in a while, and hears nothing of that', async () => {
    const email = await addMember(sql, await aStore(service))
    const answers = []
    for (let asked = 0; asked < 5; asked += 1) answers.push(await ask(aBrowserOf(service), email))
    expect(countStatuses(answers)).toEqual({ 303: 5 })
    // One who asks later has the mail by then: what would be a fourth one is written as well.
    const next = await addMember(sql, await aStore(service))
    await ask(aBrowserOf(service), next)
    await mailedLink(next)
    await mailedLink(email, 3)
  })

  test('a network that asks too often for a reset must wait, whatever it asks for', async () => {
    const send = (email: string) =>
      service.call<string>('POST', '/store/forgot-password', {
        text: new URLSearchParams({ email }).toString(),
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'x-forwarded-for': '2001:db8::7',
          origin: service.baseUrl,
        },
      })
    const crowd = await Promise.all(
      Array.from({ length: 22 }, (_, index) => send(`${index}@loom.example`)),
    )
    expect(countStatuses(crowd)).toEqual({ 303: 20, 429: 2 })
    const [known, unknown] = [
      await send(await addMember(sql, await aStore(service))),
      await send('nobody@loom.example'),
    ]
    expect(known.status).toBe(429)
    expect(Number(known.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(shapeOf(known)).toEqual(shapeOf(unknown))
  })
})

const shapeOf = ({ status, headers }: Answer<string>) => ({
  status,
  location: headers.get('location'),
  headers: [...headers].filter(
    ([name]) =>
      !['date', 'request-id', 'set-cookie', 'content-security-policy', 'retry-after'].includes(
        name,
      ),
  ),
  cookies: headers
    .getSetCookie()
    .map((cookie) => cookie.replace(/=[^;]*/, '').replace(/Expires=[^;]*/, '').length),
  length: headers.getSetCookie().map((cookie) => cookie.length),
})

describe('Store application, Choose a new password: the link to it', () => {
  test('the reset link leads in from a new device, however often strangers try the account', async () => {
    const { store, email } = await anOwner(service, sql)
    const {
      body: { url },
    } = await issue(store.id, email)
    await Promise.all(
      Array.from({ length: 16 }, (_, network) =>
        postForm(
          service,
          '/sign-in',
          { email, password: 'wrong' },
          { ...ownForm(service), 'x-forwarded-for': `2001:db8:${network}::7` },
        ),
      ),
    )
    const browser = aBrowserOf(service)
    await browser.post(linkPath(url), { 'new-password': NEW_PASSWORD }, { page: linkPath(url) })
    expect((await browser.signIn(email, NEW_PASSWORD)).status).toBe(303)
    expect((await aBrowserOf(service).signIn(email, NEW_PASSWORD)).status).toBe(429)
  })

  test('a reset link asked for by a signed-in member says so on its page', async () => {
    const { browser, email } = await anOwner(service, sql)
    const page = await browser.follow(await browser.follow(await ask(browser, email)))
    expect([page.status, noticeIn(page).text.slice(0, 22)]).toEqual([200, 'If there is an account'])
  })

  test('a reset link used where somebody else is signed in signs them out there', async () => {
    const [{ store, email }, { browser }] = [
      await anOwner(service, sql),
      await anOwner(service, sql),
    ]
    const {
      body: { url },
    } = await issue(store.id, email)
    const page = await browser.submit(
      linkPath(url),
      { 'new-password': NEW_PASSWORD },
      { page: linkPath(url) },
    )
    expect(noticeIn(page).text).toContain('Sign in with the new one.')
    expect((await browser.open('/account')).status).toBe(303)
  })

  test('a reset link works whoever asks for another meanwhile', async () => {
    const { store, email } = await anOwner(service, sql)
    const {
      body: { url },
    } = await issue(store.id, email)
    await ask(aBrowserOf(service), email)
    await mailedLink(email)
    expect((await choose(url)).status).toBe(303)
  })

  test('a reset link used by several at the same moment changes the password once', async () => {
    const { store, email } = await anOwner(service, sql)
    const {
      body: { url },
    } = await issue(store.id, email)
    const answers = await Promise.all(
      [`${NEW_PASSWORD} one`, `${NEW_PASSWORD} two`, `${NEW_PASSWORD} three`].map((password) =>
        choose(url, password),
      ),
    )
    expect(countStatuses(answers)).toEqual({ 303: 1, 404: 2 })
    expect((await aBrowserOf(service).open(linkPath(url))).status).toBe(404)
  })

  test('two reset links used at the same moment change the password once and are both over', async () => {
    const email = await addMember(sql, await aStore(service))
    const pool = openPool(
      { connectionString: service.databaseUrl },
      { onIdleError: () => undefined },
    )
    const resets = openPasswordResets(pool)
    for (let round = 0; round < 10; round += 1) {
      const digests = Array.from({ length: 4 }, () => randomBytes(32))
      for (const digest of digests) await resets.issue({ email, digest })
      const changes = await Promise.all(
        digests.map((digest) => resets.use(digest, { passwordHash: 'x', address: null })),
      )
      expect(changes.filter((change) => change !== undefined)).toHaveLength(1)
      expect(
        await sql.rows('select from password_resets where digest = any($1)', [digests]),
      ).toEqual([])
    }
    await pool.close()
  })

  test('a reset link is over after an hour, and with a password that was changed otherwise', async () => {
    const { store, email } = await anOwner(service, sql)
    const links = `select r.expires_at < clock_timestamp() as "isOver" from password_resets r
      join store_members m on m.id = r.member_id where m.email = $1`
    const old = await issue(store.id, email)
    expect((await aBrowserOf(service).open(linkPath(old.body.url))).status).toBe(200)
    await sql.rows(`update password_resets set expires_at = clock_timestamp()`)
    expect((await aBrowserOf(service).open(linkPath(old.body.url))).status).toBe(404)
    expect((await choose(old.body.url)).status).toBe(404)
    const [
      {
        body: { url },
      },
      second,
    ] = [await issue(store.id, email), await issue(store.id, email)]
    expect(await sql.rows(links, [email])).toEqual([{ isOver: false }, { isOver: false }])
    expect((await choose(second.body.url)).status).toBe(303)
    expect((await choose(url)).status).toBe(404)
  })

  test('a reset link takes no bad password, and stays open', async () => {
    const { store, email } = await anOwner(service, sql)
    const {
      body: { url },
    } = await issue(store.id, email)
    expect(await choose(url, 'qwertyuiop')).toMatchObject({
      status: 422,
      text: expect.stringContaining('Choose another one.'),
    })
    expect((await aBrowserOf(service).open(linkPath(url))).status).toBe(200)
  })

  test.each(['x', 'A'.repeat(43), `${'A'.repeat(43)}B`, '%00', 'é'.repeat(43)])(
    'the reset link %j opens nothing',
    async (token) => {
      for (const page of ['reset-password', 'join']) {
        const path = `/${page}/${encodeURIComponent(token)}`
        expect((await aBrowserOf(service).open(path)).status).toBe(404)
        expect(
          (await aBrowserOf(service).post(path, { 'new-password': NEW_PASSWORD }, { page: path }))
            .status,
        ).toBe(404)
      }
    },
  )
})

describe('contract §4: POST /platform/v1/stores/{id}/members/password-reset', () => {
  test('the operator gets a reset link for a member of that store, good for an hour', async () => {
    const { store, email } = await anOwner(service, sql)
    const { status, body } = await expectMoment(
      sql,
      () => issue(store.id, email.toUpperCase()),
      (answer) => new Date(Date.parse(answer.body.expiresAt) - 60 * 60_000),
    )
    expect([status, Object.keys(body)]).toEqual([201, ['url', 'expiresAt']])
    expect((await aBrowserOf(service).open(linkPath(body.url))).text).toContain(email)
    expect(linksTo(email)).toEqual([])
  })

  test('the operator’s reset refuses a non-member, an unknown store and a body of another shape', async () => {
    const [{ store }, other] = [await anOwner(service, sql), await anOwner(service, sql)]
    expectError(await issue(store.id, other.email), 404, 'member_not_found')
    expectError(await issue(store.id, 'nobody@loom.example'), 404, 'member_not_found')
    expectError(await issue('st_none', other.email), 404, 'store_not_found')
    expectError(await issue(store.id, 7), 400, 'invalid_request', /^email: /)
    expectError(
      await service.call('POST', `/platform/v1/stores/${store.id}/members/password-reset`, {
        body: { email: other.email },
      }),
      401,
      'invalid_platform_token',
    )
  })
})
