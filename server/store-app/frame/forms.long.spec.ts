import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from '../../testing/http-call.ts'
import { type TestService, startTestService } from '../../testing/servers/test-service.ts'
import { type Sql, openSql } from '../../testing/sql.ts'
import { aBrowserOf, noticeIn } from '../../testing/store/store-browser.ts'
import {
  PASSWORD,
  aMember,
  aStoreWithOwner,
  ownForm,
  postForm,
  signInConfirms,
} from '../../testing/store/store-builders.ts'

let service: TestService
let sql: Sql
let email: string
let member: Awaited<ReturnType<typeof aMember>>

beforeAll(async () => {
  service = await startTestService()
  sql = openSql(service.databaseUrl)
  await signInConfirms(sql)
  email = (await aStoreWithOwner(service)).email
  member = await aMember(service, email)
})

afterAll(async () => {
  // The one that a test makes fail.
  expect(service.log().match(/request\.failed/g)).toHaveLength(1)
  await sql.close()
  await service.stop()
})

/** What browsers and other programs say about forms of other pages, and of none. */
const FOREIGN: Record<string, (own: string) => Record<string, string>> = {
  'another site': () => ({ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }),
  'another port of the host': (own) => ({ origin: `${own}1`, 'sec-fetch-site': 'same-site' }),
  'another origin, in a browser that says no more': () => ({ origin: 'https://evil.example' }),
  'an origin that begins like ours': (own) => ({ origin: `${own}.evil.example` }),
  'a page without a referrer': () => ({ origin: 'null', 'sec-fetch-site': 'same-origin' }),
  'a frame in a sandbox': () => ({ origin: 'null', 'sec-fetch-site': 'cross-site' }),
  'the address bar': (own) => ({ origin: own, 'sec-fetch-site': 'none' }),
  'a site of the same name': (own) => ({ origin: own, 'sec-fetch-site': 'same-site' }),
  'nobody knows where': () => ({}),
}

describe('Store application, every page: a form', () => {
  test.each(Object.entries(FOREIGN))('a form from %s changes nothing', async (_from, headers) => {
    const sent = headers(new URL(service.baseUrl).origin)
    const signIn = await postForm(service, '/sign-in', { email, password: PASSWORD }, sent)
    expect(signIn.status).toBe(403)
    expect(signIn.headers.has('set-cookie')).toBe(false)
    const signOut = await member.post('/sign-out', { csrf: await member.csrf() }, sent)
    expect(signOut.status).toBe(403)
    expect(signOut.text).toContain('This form is no longer valid')
    for (const path of ['/orders', '/nothing', ''])
      expect((await member.post(path, {}, sent)).status).toBe(403)
    expect((await member.get('/orders')).status).toBe(200)
  })

  test('a form without this session’s token changes nothing', async () => {
    const other = await aMember(service, email)
    const token = await member.csrf()
    for (const csrf of ['', 'x', await other.csrf(), token.slice(1), token.toUpperCase()]) {
      expect((await member.post('/sign-out', { csrf })).status, csrf).toBe(403)
    }
    expect((await member.post('/sign-out', {})).status).toBe(403)
    expect((await member.get('/orders')).status).toBe(200)
  })

  test.each(['origin', 'sec-fetch-site'] as const)(
    'a form of our own is taken when the browser states its %s alone',
    async (name) => {
      const { post, csrf } = await aMember(service, email)
      const stated = { [name]: ownForm(service)[name] }
      expect((await post('/sign-out', { csrf: await csrf() }, stated)).status).toBe(303)
    },
  )

  test('a form of somebody who is signed out leads to the sign-in', async () => {
    const answer = await postForm(service, '/sign-out', { csrf: 'x' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/store/sign-in'])
  })

  test('a form that is too large or broken is refused with a page', async () => {
    const large = await postForm(service, '/sign-in', { email: 'x'.repeat(70_000), password: 'x' })
    expect([large.status, large.headers.get('content-type')]).toEqual([
      413,
      'text/html; charset=utf-8',
    ])
    const json = await call('POST', `${service.baseUrl}/store/sign-in`, {
      body: { email, password: PASSWORD },
      headers: ownForm(service),
    })
    expect([json.status, json.headers.has('set-cookie')]).toEqual([422, false])
    const twice = await call('POST', `${service.baseUrl}/store/sign-in`, {
      text: `email=${email}&email=${email}&password=${PASSWORD}`,
      headers: { ...ownForm(service), 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(twice.status).toBe(422)
  })

  test.each([
    '/sign-in',
    '/forgot-password',
    '/settings/delivery/move',
    '/settings/developers/origins/remove',
  ])('a form to %s with what no text of the record can hold is not read', async (path) => {
    const csrf = await member.csrf()
    for (const fields of [
      { email: 'a\0@loom.example' },
      { version: '\0' },
      { origin: '\0' },
      { '\0': '' },
    ]) {
      const { status, text } = await member.post(path, { csrf, ...fields })
      expect([status, text]).toEqual([400, expect.stringContaining('We could not read that')])
    }
  })

  test('a form with another method is told which ones there are', async () => {
    for (const [method, path, allow] of [
      ['PUT', '/sign-in', 'GET, POST'],
      ['DELETE', '/orders', 'GET'],
      ['POST', '/orders', 'GET'],
    ] as const) {
      const answer = await call(method, `${service.baseUrl}/store${path}`, {
        headers: { ...ownForm(service), cookie: member.cookie },
      })
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow])
    }
    expect((await member.get('/sign-out')).status).toBe(405)
  })
})

describe('Store application, every page: what it says once', () => {
  test('what a page says once is said by the next one when that page fails', async () => {
    const owner = aBrowserOf(service)
    await owner.signIn(email)
    const invited = await owner.post('/settings/team', { email: 'new@loom.example', role: 'staff' })
    await sql.rows('alter table store_invitations rename to elsewhere')
    expect((await owner.follow(invited)).status).toBe(500)
    await sql.rows('alter table elsewhere rename to store_invitations')
    const [next, last] = [await owner.open('/settings/team'), await owner.open('/settings/team')]
    expect(noticeIn(next).secret).toMatch(/\/store\/join\/[\w-]{43}$/)
    expect(last.text).not.toContain(noticeIn(next).secret)
  })
})
