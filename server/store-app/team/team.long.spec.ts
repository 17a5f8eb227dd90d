import { describe, expect, test } from 'vitest'
import { aStore, countStatuses } from '../../testing/builders.ts'
import { textOf } from '../../testing/store/page-text.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'
import {
  type Browser,
  aBrowserOf,
  aColleague,
  anOwner,
  linkPath,
  noticeIn,
} from '../../testing/store/store-browser.ts'
import { addMember, signInConfirms } from '../../testing/store/store-builders.ts'

const { service, sql } = await openSpecService()
await signInConfirms(sql)

const NEW_PASSWORD = 'seven green umbrellas'
const TEAM = '/settings/team'

const invite = async (browser: Browser, email: string, role = 'staff') => {
  const page = await browser.submit(TEAM, { email, role })
  return { page, url: noticeIn(page).secret }
}

const idOf = async (email: string) => {
  const [row] = await sql.rows<{ id: string }>('select id from store_members where email = $1', [
    email,
  ])
  return row?.id ?? '0'
}

const join = (browser: Browser, url: string) =>
  browser.post(linkPath(url), { 'new-password': NEW_PASSWORD }, { page: linkPath(url) })

describe('Store application, Settings → Team: an invitation', () => {
  test('an invitation’s link makes its reader a member with that role, signed in, and works once', async () => {
    const { browser, store } = await anOwner(service, sql)
    const { page, url } = await invite(browser, ' Rui@loom.example ', 'staff')
    expect(page.text).toContain('Rui@loom.example')
    expect(new URL(url).origin).toBe(service.baseUrl)
    expect(linkPath(url)).toMatch(/^\/join\/[\w-]{43}$/)

    const reader = aBrowserOf(service)
    expect((await reader.open(linkPath(url))).text).toContain(
      `Join <bdi>${store.name.replace('&', '&amp;')}</bdi>`,
    )
    const answer = await join(reader, url)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/store'])
    expect(textOf(await reader.open('/account'))).toMatch(/Rui@loom\.example .*Staff/)
    expect((await reader.open('/settings/general')).status).toBe(403)
    expect(await aBrowserOf(service).signIn('rui@loom.example', NEW_PASSWORD)).toMatchObject({
      status: 303,
    })

    expect(await reader.open(linkPath(url))).toMatchObject({
      status: 404,
      text: expect.stringContaining('This link no longer works'),
    })
    expect((await join(aBrowserOf(service), url)).status).toBe(404)
    expect((await browser.open(TEAM)).text).toContain('Nobody is invited at the moment.')
  })

  test('an invitation is kept as a SHA-256 alone, and shown once', async () => {
    const { browser } = await anOwner(service, sql)
    const { url } = await invite(browser, 'once@loom.example')
    const token = url.split('/').at(-1) ?? ''
    expect(
      JSON.stringify(
        await sql.rows(`select i.*, encode(digest, 'escape') from store_invitations i`),
      ),
    ).not.toContain(token)
    expect((await browser.open(TEAM)).text).not.toContain(token)
  })

  test('an invitation used by two at the same moment makes one member', async () => {
    const { browser, store } = await anOwner(service, sql)
    const { url } = await invite(browser, 'twin@loom.example')
    const answers = await Promise.all([1, 2, 3].map(() => join(aBrowserOf(service), url)))
    expect(countStatuses(answers)).toEqual({ 303: 1, 404: 2 })
    expect(
      await sql.rows('select role from store_members where store_id = $1 and email = $2', [
        store.id,
        'twin@loom.example',
      ]),
    ).toEqual([{ role: 'staff' }])
  })

  test('an invitation is over after 7 days; sent again it works, and the link before does not', async () => {
    const { browser, store } = await anOwner(service, sql)
    const { url } = await invite(browser, 'late@loom.example')
    const [row] = await sql.rows<{ id: string; days: number }>(
      `
      select id, extract(epoch from expires_at - clock_timestamp())::float8 / 86400 as days from store_invitations where store_id = $1`,
      [store.id],
    )
    expect(row?.days).toBeCloseTo(7, 2)
    await sql.rows(
      'update store_invitations set expires_at = clock_timestamp() where store_id = $1',
      [store.id],
    )
    expect((await aBrowserOf(service).open(linkPath(url))).status).toBe(404)
    expect((await browser.open(TEAM)).text).toContain('>Over<')

    const again = noticeIn(await browser.submit(`${TEAM}/invitations/${row?.id}/resend`)).secret
    expect((await aBrowserOf(service).open(linkPath(again))).status).toBe(200)
    expect((await aBrowserOf(service).open(linkPath(url))).status).toBe(404)
    const third = (await invite(browser, 'LATE@loom.example', 'owner')).url
    expect((await aBrowserOf(service).open(linkPath(again))).status).toBe(404)
    expect((await aBrowserOf(service).open(linkPath(third))).text).toContain('LATE@loom.example')
    expect(
      await sql.rows('select role from store_invitations where store_id = $1', [store.id]),
    ).toEqual([{ role: 'owner' }])
  })

  test('an invitation that is revoked opens nothing any more', async () => {
    const { browser, store } = await anOwner(service, sql)
    const { url } = await invite(browser, 'never@loom.example')
    const [row] = await sql.rows<{ id: string }>(
      'select id from store_invitations where store_id = $1',
      [store.id],
    )
    expect(noticeIn(await browser.submit(`${TEAM}/invitations/${row?.id}/revoke`)).text).toContain(
      'revoked',
    )
    expect((await aBrowserOf(service).open(linkPath(url))).status).toBe(404)
    expect((await browser.submit(`${TEAM}/invitations/${row?.id}/revoke`)).status).toBe(404)
  })

  test('an invitation for somebody who is on the team is refused with a sentence', async () => {
    const { browser, store } = await anOwner(service, sql)
    const colleague = (await addMember(sql, store)).toUpperCase()
    const { page } = await invite(browser, colleague)
    expect(page).toMatchObject({
      status: 422,
      text: expect.stringContaining('Whoever has this address is on the team already.'),
    })
    expect(page.text).toContain(`value="${colleague}"`)
  })

  test('an invitation tells whoever opens it, not the owner, of an account at another store', async () => {
    const { browser } = await anOwner(service, sql)
    const taken = await addMember(sql, await aStore(service))
    const [known, unknown] = [
      await invite(browser, taken),
      await invite(browser, 'nobody@loom.example'),
    ]
    expect(noticeIn(known.page).text.replace(taken, 'nobody@loom.example')).toBe(
      noticeIn(unknown.page).text,
    )
    for (const answer of [
      await aBrowserOf(service).open(linkPath(known.url)),
      await join(aBrowserOf(service), known.url),
    ]) {
      expect(answer).toMatchObject({
        status: 409,
        text: expect.stringContaining('You have an account already'),
      })
    }
    await sql.rows('delete from store_members where email = $1', [taken])
    expect((await aBrowserOf(service).open(linkPath(known.url))).status).toBe(200)
  })

  test('an invitation and another store’s for the same address, used at once, make one account', async () => {
    const owners = [await anOwner(service, sql), await anOwner(service, sql)]
    const invited = await Promise.all(
      owners.map(({ browser }) => invite(browser, 'wanted@loom.example')),
    )
    const answers = await Promise.all(invited.map(({ url }) => join(aBrowserOf(service), url)))
    expect(countStatuses(answers)).toEqual({ 303: 1, 409: 1 })
  })

  test('an invitation opened where somebody else is signed in says so, and signs them out', async () => {
    const { browser, email } = await anOwner(service, sql)
    const before = aBrowserOf(service)
    for (const [name, value] of browser.cookies) before.cookies.set(name, value)
    const { url } = await invite(browser, 'beside@loom.example')
    expect(textOf(await browser.open(linkPath(url)))).toContain(`You are signed in as ${email} .`)
    expect(textOf(await browser.follow(await join(browser, url)))).toContain('beside@loom.example')
    expect((await before.open('/account')).status).toBe(303)
  })

  test.each([
    ['', 'staff'],
    ['no address', 'staff'],
    ['a@b.example', 'boss'],
    [`${'x'.repeat(250)}@b.example`, 'staff'],
  ])('an invitation to %j as %j is refused, and the form comes back', async (email, role) => {
    const { browser } = await anOwner(service, sql)
    const page = await browser.submit(TEAM, { email, role })
    expect([page.status, page.text.includes('Nothing was saved yet')]).toEqual([422, true])
  })

  test.each(['short', '1234567890', 'picky.person', 'x'.repeat(201)])(
    'an invitation does not take %j as a password, and stays open',
    async (password) => {
      const { browser } = await anOwner(service, sql)
      const { url } = await invite(browser, 'picky.person@loom.example')
      const reader = aBrowserOf(service)
      const answer = await reader.submit(
        linkPath(url),
        { 'new-password': password },
        { page: linkPath(url) },
      )
      expect(answer).toMatchObject({
        status: 422,
        text: expect.stringContaining('aria-invalid="true"'),
      })
      expect((await reader.open(linkPath(url))).status).toBe(200)
    },
  )
})

describe('Store application, Settings → Team', () => {
  test('the team shows who works here, with role and last sign-in, and nobody of another store', async () => {
    const { browser, store, email } = await anOwner(service, sql)
    const staff = await addMember(sql, store, { role: 'staff' })
    const stranger = await addMember(sql, await aStore(service))
    const text = textOf(await browser.open(TEAM))
    expect(text).toMatch(
      new RegExp(`${email} \\(you\\) Owner .* \\d\\d:\\d\\d .*${staff} Staff Never`),
    )
    expect(text).not.toContain(stranger)
  })

  test('a member’s new role counts with the very next request', async () => {
    const { browser, store } = await anOwner(service, sql)
    const staff = await aColleague(service, sql, { store, role: 'staff' })
    const path = `${TEAM}/members/${await idOf(staff.email)}`
    expect((await staff.browser.open(TEAM)).status).toBe(403)
    expect(noticeIn(await browser.submit(`${path}/role`, { role: 'owner' })).text).toBe(
      `${staff.email} is an owner now.`,
    )
    expect((await staff.browser.open(TEAM)).status).toBe(200)
    await browser.submit(`${path}/role`, { role: 'staff' })
    expect((await staff.browser.open(TEAM)).status).toBe(403)
  })

  test('a removal is asked about first, and the member signed out with the very next request', async () => {
    const { browser, store } = await anOwner(service, sql)
    const staff = await aColleague(service, sql, { store, role: 'staff' })
    const path = `${TEAM}/members/${await idOf(staff.email)}`
    expect(textOf(await browser.open(`${path}/remove`))).toContain(
      `Remove ${staff.email} from the team?`,
    )
    expect((await staff.browser.open('/orders')).status).toBe(200)
    await browser.submit(`${path}/remove`)
    expect((await staff.browser.open('/orders')).status).toBe(303)
    expect((await aBrowserOf(service).signIn(staff.email)).status).toBe(422)
    expect((await browser.open(path)).status).toBe(404)
  })

  test('an owner always stays: the last one is neither removed nor made staff', async () => {
    const { browser, email } = await anOwner(service, sql)
    const path = `${TEAM}/members/${await idOf(email)}`
    for (const [action, fields] of [
      ['role', { role: 'staff' }],
      ['remove', {}],
    ] as const) {
      expect(noticeIn(await browser.submit(`${path}/${action}`, fields)).text).toBe(
        'A store needs an owner. Make somebody else an owner first.',
      )
    }
    expect((await browser.open(TEAM)).status).toBe(200)
  })

  test('an owner always stays, also when owners remove each other, or step back, at the same moment', async () => {
    for (const [action, fields] of [
      ['remove', {}],
      ['role', { role: 'staff' }],
    ] as const) {
      const { browser, store, email } = await anOwner(service, sql)
      const other = await aColleague(service, sql, { store, role: 'owner' })
      const [own, others] = [await idOf(email), await idOf(other.email)]
      const crossed = [
        browser.post(`${TEAM}/members/${others}/${action}`, fields),
        other.browser.post(`${TEAM}/members/${own}/${action}`, fields),
      ]
      await Promise.all(crossed)
      expect(
        await sql.rows(`select role from store_members where store_id = $1 and role = 'owner'`, [
          store.id,
        ]),
      ).toEqual([{ role: 'owner' }])
    }
  })

  test('the team is nothing to staff, and shows another store’s members and invitations nowhere', async () => {
    const { browser, store } = await anOwner(service, sql)
    const other = await anOwner(service, sql)
    await invite(other.browser, 'theirs@loom.example')
    const [row] = await sql.rows<{ id: string }>(
      'select id from store_invitations where store_id = $1',
      [other.store.id],
    )
    const [member, invitation] = [
      `${TEAM}/members/${await idOf(other.email)}`,
      `${TEAM}/invitations/${row?.id}`,
    ]
    for (const path of [
      member,
      `${member}/remove`,
      `${TEAM}/members/0x1`,
      `${TEAM}/members/${'9'.repeat(20)}`,
    ]) {
      expect((await browser.open(path)).status).toBe(404)
    }
    const staff = await aColleague(service, sql, { store, role: 'staff' })
    for (const path of [
      `${member}/role`,
      `${member}/remove`,
      `${invitation}/resend`,
      `${invitation}/revoke`,
    ]) {
      expect((await browser.post(path, { role: 'staff' })).status).toBe(404)
      expect((await staff.browser.post(path, { role: 'staff' })).status).toBe(403)
    }
    expect((await staff.browser.post(TEAM, { email: 'x@y.example', role: 'owner' })).status).toBe(
      403,
    )
    expect((await other.browser.open(TEAM)).text).toContain('theirs@loom.example')
  })
})
