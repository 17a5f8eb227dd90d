import { brotliCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { aSession } from '../../testing/builders.ts'
import { type Answer, call } from '../../testing/http-call.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'
import { statementsOf } from '../../testing/statements.ts'
import {
  PASSWORD,
  aMember,
  aStoreWithOwner,
  addMember,
  anOrder,
  ownForm,
  postForm,
  signInConfirms,
} from '../../testing/store/store-builders.ts'
import { anEndpoint, testEndpoint } from '../../testing/webhook-builders.ts'
import { GETS, POSTS, RULES, RULED_ROUTES } from '../../testing/store/store-access-rules.ts'
import { routesOfStoreApp } from '../../testing/store/store-routes.ts'

/**
 * Of the store that is looked at: a member who reads one of these on another store's page has seen
 * too much.
 */
const SECRET_WORDS = {
  product: 'Moonlit-mug',
  customer: 'Zanzibar Buyer',
  staff: 'staff-of-the-first@loom.example',
}

const { service, sql } = await openSpecService({ env: { OWNERS_CHANGE_PLAN: 'true' } })
await signInConfirms(sql)
const [store, other] = [
  await aStoreWithOwner(service, { name: 'First store' }),
  await aStoreWithOwner(service, { name: 'Other store' }),
]
await addMember(sql, store, { role: 'staff', email: SECRET_WORDS.staff })
const people = {
  owner: await aMember(service, store.email),
  staff: await aMember(service, SECRET_WORDS.staff),
  stranger: await aMember(service, other.email),
}
const customer = { name: SECRET_WORDS.customer, phone: '+34 600 123 456' }
const orderNumber = await anOrder(service, store, {
  product: { name: SECRET_WORDS.product },
  pay: { customer },
})
const sessionId = await aSession(service, store, { customer })
const paths = await pathsOf({ orderNumber, sessionId })

/**
 * Makes what only a member can make, and tells how each `:name` of a route is written for the first
 * store.
 */
async function pathsOf({ orderNumber, sessionId }: { orderNumber: string; sessionId: string }) {
  const csrf = await people.owner.csrf()
  await people.owner.post('/settings/team', { csrf, email: 'invited@loom.example', role: 'staff' })
  const [invitation] = await sql.rows<{ id: string }>('select id::text from store_invitations')
  const [member] = await sql.rows<{ id: string }>(
    'select id::text from store_members where email = $1',
    [SECRET_WORDS.staff],
  )
  const [passkey] = await sql.rows<{ id: string }>(
    `insert into member_passkeys (member_id, credential_id, public_key, sign_count, transports, name)
    select id, 'a-passkey', '\\x00', 0, '{}', 'Key' from store_members where email = $1
    returning id::text`,
    [store.email],
  )
  const endpoint = await anEndpoint(service, store, { url: 'http://127.0.0.1:1024/hook' })
  const delivery = await testEndpoint(service, store, endpoint.id)
  if (!invitation || !member || !passkey) throw new Error('something was not made')
  return {
    ':orderNumber': orderNumber,
    ':slug': 'mug',
    ':kind': 'secret',
    ':endpoint': endpoint.id,
    ':delivery': delivery,
    ':token': 'A'.repeat(43),
    '/invitations/:id': `/invitations/${invitation.id}`,
    '/members/:id': `/members/${member.id}`,
    '/passkeys/:id': `/passkeys/${passkey.id}`,
    '/delivery/option': '/delivery/option?id=standard',
    '/sessions/:id': `/sessions/${sessionId}`,
  }
}

const concrete = (path: string) =>
  Object.entries(paths)
    .reduce((text, [pattern, value]) => text.replace(pattern, value), path)
    .replace(/^\/$/, '')

/** What the first store is: rows of every table that a form could change, its secrets left out. */
const snapshot = () =>
  sql.rows(`select
  (select json_agg(s order by id) from stores s) as stores, (select json_agg(p order by id) from products p) as products,
  (select json_agg(v order by id) from variants v) as variants, (select json_agg(k.last4 order by k.last4) from api_keys k) as keys,
  (select json_agg(i order by id) from store_invitations i) as invitations, (select count(*) from order_refunds) as refunds,
  (select json_agg(json_build_array(m.id, m.role, m.password_hash, m.second_factor_since) order by id) from store_members m) as members,
  (select json_agg(json_build_array(p.id, p.name) order by id) from member_passkeys p) as passkeys,
  (select json_agg(json_build_array(o.id, o.note, o.fulfilled_at) order by id) from orders o) as orders,
  (select json_agg(json_build_array(s.id, s.state) order by id) from checkout_sessions s) as sessions,
  (select json_agg(json_build_array(w.url, w.types, w.is_enabled, w.sealed, w.deleted_at) order by id) from webhook_endpoints w) as endpoints,
  (select json_agg(json_build_array(d.id, d.resends) order by id) from webhook_deliveries d) as deliveries,
  (select count(*) from audit_log where action !~ '^(member.signed_in|auth|access|form)') as audited`)

type Person = { cookie: string }

/** Sends the form as its page would: with a file when it has one. */
function send(
  address: string,
  fields: Record<string, string>,
  {
    isUpload,
    from: { cookie },
    headers = ownForm(service),
  }: {
    isUpload: boolean | undefined
    from: Person
    headers?: Record<string, string>
  },
) {
  if (!isUpload) return postForm(service, address, fields, { ...headers, cookie })
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return fetch(`${service.baseUrl}/store${address}`, {
    method: 'POST',
    body: form,
    redirect: 'manual',
    headers: { ...headers, cookie },
  })
}

const leadsToSignIn = ({ status, headers }: Pick<Answer<unknown>, 'status' | 'headers'>) =>
  status === 303 && (headers.get('location') ?? '').startsWith('/store/sign-in')

describe('Store application, every route: who may use it', () => {
  test('the rules of access know every route', () => {
    expect(routesOfStoreApp().toSorted()).toEqual(Object.keys(RULES).toSorted())
  })

  test.each(RULED_ROUTES)(
    '$route for somebody who is signed out',
    async ({ method, path, for: audience, isUpload }) => {
      const answer =
        method === 'GET'
          ? await call<string>('GET', `${service.baseUrl}/store${concrete(path)}`)
          : await send(concrete(path), {}, { isUpload, from: { cookie: '' } })
      if (audience === 'everybody') expect(method === 'POST' || !leadsToSignIn(answer)).toBe(true)
      else expect(leadsToSignIn(answer)).toBe(true)
    },
  )

  test.each(GETS.filter(({ for: audience }) => audience !== 'everybody'))(
    '$route for owner, staff, and the owner of another store',
    async ({ path, for: audience, thing }) => {
      const [owner, staff, stranger] = await Promise.all(
        ['owner', 'staff', 'stranger'].map((who) =>
          people[who as keyof typeof people].get(concrete(path)),
        ),
      )
      expect([owner?.status, staff?.status, stranger?.status]).toEqual([
        200,
        audience === 'owners' ? 403 : 200,
        thing ? 404 : 200,
      ])
      for (const word of Object.values(SECRET_WORDS)) expect(stranger?.text).not.toContain(word)
      expect(audience === 'owners' ? staff?.text : '').not.toMatch(/[sp]k_live_/)
    },
  )

  test('another store’s export and events hold nothing of the first one', async () => {
    for (const path of ['/orders/export', '/products/-/export']) {
      expect((await people.owner.get(path)).text).toContain(SECRET_WORDS.product)
      expect((await people.stranger.get(path)).text).not.toContain(SECRET_WORDS.product)
    }
  })

  test.each(POSTS)(
    '$route changes nothing for anybody but those whose it is',
    async ({ path, for: audience, thing, isUpload }) => {
      const before = await snapshot()
      const { owner, staff, stranger } = people
      const own = { csrf: await owner.csrf() }
      const statusOf = async (
        from: Person,
        fields: Record<string, string>,
        headers: Record<string, string> = ownForm(service),
      ) => (await send(concrete(path), fields, { isUpload, from, headers })).status
      expect(
        await statusOf(owner, own, {
          origin: 'https://evil.example',
          'sec-fetch-site': 'cross-site',
        }),
      ).toBe(403)
      expect(await statusOf(owner, own, { origin: 'null', 'sec-fetch-site': 'same-origin' })).toBe(
        403,
      )
      expect(await statusOf(owner, own, {})).toBe(403)
      if (audience !== 'everybody') {
        expect(await statusOf(owner, {})).toBe(403)
        expect(await statusOf(owner, { csrf: await stranger.csrf() })).toBe(403)
      }
      if (audience === 'owners')
        expect(await statusOf(staff, { csrf: await staff.csrf() })).toBe(403)
      if (thing) expect(await statusOf(stranger, { csrf: await stranger.csrf() })).toBe(404)
      expect(await snapshot()).toEqual(before)
    },
  )
})

describe('Store application, every address above another one', () => {
  const parentsOf = (path: string) => {
    const parts = path.split('/').slice(1, -1)
    return parts.map((_part, index) => `/${parts.slice(0, index + 1).join('/')}`)
  }
  const below = RULED_ROUTES.flatMap((route) =>
    parentsOf(route.path).map((address) => ({ address, isForOwners: route.for === 'owners' })),
  )
  const addresses = [...Map.groupBy(below, ({ address }) => address)].map(([address, pages]) => ({
    address,
    isForOwners: pages.every(({ isForOwners }) => isForOwners),
  }))

  /** The page that a browser shows in the end, which may be the sign-in. */
  async function arrive(address: string, cookie: string) {
    const url = `${service.baseUrl}/store${concrete(address)}`
    const { status, headers } = await fetch(url, { redirect: 'manual', headers: { cookie } })
    const to = headers.get('location')
    if (to === null) return { status, path: concrete(address) }
    return arrive(to.replace(/^\/store/, ''), cookie)
  }

  test.each(addresses)(
    '$address is a page or leads to one that its visitor may see',
    async ({ address, isForOwners }) => {
      expect((await arrive(address, people.owner.cookie)).status).toBe(200)
      expect((await arrive(address, people.staff.cookie)).status).toBe(isForOwners ? 403 : 200)
      expect((await arrive(address, '')).status).toBe(200)
    },
  )

  test('the settings lead to the first of them, and whoever signs in goes on there', async () => {
    expect(await arrive('/settings', people.owner.cookie)).toEqual({
      status: 200,
      path: '/settings/general',
    })
    expect(await arrive('/settings', '')).toEqual({
      status: 200,
      path: '/sign-in?to=%2Fsettings',
    })
  })
})

describe('Store application, every page', () => {
  test('every page of the store application leads nowhere that is not there', async () => {
    const links = new Map<string, string>()
    for (const { route, path } of GETS.filter(({ for: audience }) => audience !== 'everybody')) {
      const { text } = await people.owner.get(concrete(path))
      for (const [, link = ''] of text.matchAll(/<a\b[^>]*\shref="\/store([^"#]*)"/g))
        links.set(link.replaceAll('&amp;', '&'), route)
    }
    const answers = await Promise.all(
      [...links].map(async ([link, route]) => [route, link, (await people.owner.get(link)).status]),
    )
    expect(answers.filter(([, , status]) => status !== 200)).toEqual([])
  })

  test.each(GETS)('$route asks the record at most twice', async ({ path }) => {
    // The news of an order that has just been paid may be delivered beside a look.
    const look = () => statementsOf(() => people.owner.get(concrete(path)))
    await expect.poll(async () => (await look()).slice(2)).toEqual([])
  })

  // The preview is the buyer's page, and runs nothing.
  test.each(GETS.filter(({ path }) => !path.endsWith('/preview')))(
    '$route with its script takes at most 12 KB, compressed',
    async ({ path, for: audience }) => {
      const { text } =
        audience === 'everybody'
          ? await call<string>('GET', `${service.baseUrl}/store${concrete(path)}`)
          : await people.owner.get(concrete(path))
      const script = await people.owner.get(
        `/${/src="\/store\/(store-app-\w+\.js)"/.exec(text)?.[1]}`,
      )
      expect(script.status).toBe(200)
      expect(
        brotliCompressSync(text).byteLength + brotliCompressSync(script.text).byteLength,
      ).toBeLessThanOrEqual(12_288)
    },
  )

  test.each([
    ['https://cdn.example:8443/mug.png', "img-src 'self' https://cdn.example:8443;"],
    ['https://cdn.example;sandbox/mug.png', "img-src 'self';"],
    ['https://cdn.example,x/mug.png', "img-src 'self';"],
    ['https://*/mug.png', "img-src 'self';"],
  ])('a page with the picture %s has a policy of its own words: %s', async (url, words) => {
    await sql.rows(`update products set image_url = $1 where slug = 'mug'`, [url])
    const { headers, text } = await people.owner.get('/products')
    expect(text).toContain(url)
    expect(headers.get('content-security-policy')).toContain(words)
  })

  test('the log has nothing of a buyer, of a session or of a password', async () => {
    await people.owner.get(`/orders?search=${encodeURIComponent(SECRET_WORDS.customer)}`)
    await people.owner.post(concrete('/orders/:orderNumber/note'), {
      csrf: await people.owner.csrf(),
      note: 'Canary note',
    })
    const cookies = Object.values(people).map(({ cookie }) => cookie.split('=')[1] ?? '')
    const secrets = [
      ...cookies,
      SECRET_WORDS.customer,
      'Zanzibar',
      '600 123 456',
      '600123456',
      'Canary note',
      PASSWORD,
    ]
    expect(secrets.filter((secret) => service.log().includes(secret))).toEqual([])
    expect(service.log()).not.toMatch(/cs_[0-9A-Za-z]{8}|[sp]k_live_/)
  })
})
