import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aProduct, aSession } from '../../testing/builders.ts'
import { expectError } from '../../testing/expect-error.ts'
import { call } from '../../testing/http-call.ts'
import { textOf } from '../../testing/store/page-text.ts'
import { createTestClocks } from '../../testing/test-clocks.ts'
import { type TestService, startTestService } from '../../testing/servers/test-service.ts'
import { aProcess } from '../../testing/servers/service-process.ts'
import { type Sql, openSql } from '../../testing/sql.ts'
import {
  PASSWORD,
  aMember,
  aStoreWithOwner,
  signInConfirms,
} from '../../testing/store/store-builders.ts'

let service: TestService
let sql: Sql
let second: Awaited<ReturnType<typeof aProcess>>
let store: Awaited<ReturnType<typeof aStoreWithOwner>>
let owner: Awaited<ReturnType<typeof aMember>>

beforeAll(async () => {
  service = await startTestService({ clocks: createTestClocks() })
  sql = openSql(service.databaseUrl)
  await signInConfirms(sql)
  store = await aStoreWithOwner(service)
  ;[second, owner] = await Promise.all([aProcess(service), aMember(service, store.email)])
})

afterAll(async () => {
  second.child.kill('SIGTERM')
  await sql.close()
  expect(await second.exited).toEqual({ code: 0, signal: null })
  expect(service.log()).not.toContain('request.failed')
  await service.stop()
})

const PAGE = '/settings/developers'

const last4In = (text: string) => /name="last4" value="(\w{4})"/.exec(text)?.[1] ?? ''

/** The form as it was opened now, or when the key ended with `last4`. */
async function regenerate(
  kind: string,
  {
    member = owner,
    password = PASSWORD,
    last4,
  }: { member?: typeof owner; password?: string; last4?: string } = {},
) {
  const path = `${PAGE}/keys/${kind}/regenerate`
  return member.post(path, {
    csrf: await member.csrf(),
    password,
    last4: last4 ?? last4In((await member.get(path)).text),
  })
}

/** The next page, as the browser sees it that takes the notice along. */
const follow = (answer: { headers: Headers }) => {
  const notice = /__Host-notice=[^;]+/.exec(answer.headers.get('set-cookie') ?? '')?.[0]
  return call<string>('GET', `${service.baseUrl}${answer.headers.get('location')}`, {
    headers: { cookie: `${owner.cookie}; ${notice}` },
  })
}

const auditOf = async (action: string, id = store.id) =>
  await sql.rows<{ actor: string; details: unknown; address: string | null }>(
    'select actor, details, address from audit_log where store_id = $1 and action = $2 order by id',
    [id, action],
  )

const unescaped = (html: string) =>
  html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

/** Every row of the database, as text. */
async function everyRow() {
  const tables = await sql.rows<{ name: string }>(`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'test_provider')`)
  const rows = await Promise.all(
    tables.map(({ name }) => sql.rows<{ row: string }>(`select t::text as row from ${name} t`)),
  )
  return rows
    .flat()
    .map(({ row }) => row)
    .join('\n')
}

describe('Store application, Settings → Developers', () => {
  test('the settings show the public key whole, and the secret one’s last four characters', async () => {
    const { text, status } = await owner.get(PAGE)
    expect(status).toBe(200)
    expect(text).toContain(`<code>${store.keys.public}</code>`)
    expect(text).toContain(`<code>sk_live_…${store.keys.secret.slice(-4)}</code>`)
    expect(text).not.toContain(store.keys.secret)
    expect(text.match(/Never used/g)).toHaveLength(2)
    expect(textOf(await owner.get(PAGE)).match(/by the platform/g)).toHaveLength(2)
  })

  test('a regenerated secret key is shown once; the old one is void on the next request of every process', async () => {
    const old = store.keys.secret
    expect((await second.at.call('GET', '/v1/products', { token: old })).status).toBe(200)
    await expect
      .poll(async () => (await owner.get(`${PAGE}/keys/secret/regenerate`)).text)
      .toMatch(
        /Requests with it in the last 7 days:\s<strong>1<\/strong>.*<code>GET \/v1\/products<\/code>: 1/s,
      )

    const answer = await regenerate('secret')
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      '/store/settings/developers',
    ])
    expectError(await second.at.call('GET', '/v1/products', { token: old }), 401, 'invalid_api_key')
    expectError(await service.call('GET', '/v1/products', { token: old }), 401, 'invalid_api_key')
    const shown = await follow(answer)
    const key = /sk_live_\w{38}/.exec(shown.text)?.[0] ?? ''
    expect(key).not.toBe(old)
    for (const at of [second.at, service])
      expect((await at.call('GET', '/v1/products', { token: key })).status).toBe(200)

    const page = await owner.get(PAGE)
    expect(textOf(page)).toContain(`sk_live_…${key.slice(-4)}`)
    expect(textOf(page)).toContain(`by ${store.email}`)
    expect(await auditOf('key.regenerated')).toMatchObject([
      { actor: store.email, details: { kind: 'secret' }, address: expect.any(String) },
    ])
    await expect
      .poll(() => service.log())
      .toMatch(new RegExp(`${store.email}.*The secret key of .* was regenerated`, 'is'))
    await expect.poll(() => second.output()).toContain('service.started')
    for (const kept of [page.text, answer.text, service.log(), second.output(), await everyRow()])
      expect(kept).not.toContain(key)
    store.keys.secret = key
  })

  test('the platform regenerates by the same door: told to the audit log and the owners', async () => {
    const { body } = await service.platform<{ key: string }>(
      'POST',
      `/stores/${store.id}/keys/public/regenerate`,
    )
    expect((await owner.get(PAGE)).text).toContain(body.key)
    expect((await auditOf('key.regenerated')).at(-1)).toMatchObject({
      actor: 'platform',
      details: { kind: 'public' },
    })
    await expect.poll(() => service.log()).toContain('The platform regenerated the public key')
    store.keys.public = body.key
  })

  test('two who regenerate a key at once do not void the new one of each other', async () => {
    const seen = store.keys.public.slice(-4)
    const answers = await Promise.all([1, 2].map(() => regenerate('public', { last4: seen })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 422])
    const shown = /<code>(pk_live_\w{38})<\/code>/.exec((await owner.get(PAGE)).text)?.[1] ?? ''
    expect((await service.call('GET', '/v1/products', { token: shown })).status).toBe(200)
    for (const late of [
      answers.find(({ status }) => status === 422),
      await regenerate('public', { last4: seen }),
    ]) {
      expect(late?.text).toContain('This key has been regenerated already')
      expect(last4In(late?.text ?? '')).toBe(shown.slice(-4))
    }
    expect((await owner.get(PAGE)).text).toContain(shown)
    store.keys.public = shown
  })

  describe('Store application, Settings → Developers: keys of another store', () => {
    let older: {
      store: Awaited<ReturnType<typeof aStoreWithOwner>>
      member: Awaited<ReturnType<typeof aMember>>
    }

    beforeAll(async () => {
      const another = await aStoreWithOwner(service)
      older = { store: another, member: await aMember(service, another.email) }
    })

    test('a public key from before its text was kept is shown by its last four characters until it is regenerated', async () => {
      await sql.rows('update api_keys set public_text = null where store_id = $1', [older.store.id])
      const before = (await older.member.get(PAGE)).text
      expect(before).toContain(`<code>pk_live_…${older.store.keys.public.slice(-4)}</code>`)
      expect(before).toContain('regenerate it to see it here')
      expect(before).not.toContain(older.store.keys.public)
      expect((await regenerate('public', { member: older.member })).status).toBe(303)
      const shown = /<code>(pk_live_\w{38})<\/code>/.exec((await older.member.get(PAGE)).text)?.[1]
      expect((await service.call('GET', '/v1/products', { token: shown })).status).toBe(200)
      expectError(
        await service.call('GET', '/v1/products', { token: older.store.keys.public }),
        401,
        'invalid_api_key',
      )
    })

    test('regenerating a key takes no wrong password, and counts it with those of the sign-in', async () => {
      const { store: tried, member } = older
      await sql.rows(
        `update store_sessions s set confirmed_at = null
        from store_members m where m.id = s.member_id and m.store_id = $1`,
        [tried.id],
      )
      const csrf = await member.csrf()
      const attempt = (password: string) =>
        member.post(`${PAGE}/keys/secret/regenerate`, { csrf, password })
      const wrong = await Promise.all(Array.from({ length: 10 }, () => attempt('not this one')))
      expect(new Set(wrong.map(({ status }) => status))).toEqual(new Set([422, 429]))
      expect(wrong.find(({ status }) => status === 422)?.text).toContain(
        'This is not your password.',
      )
      const limited = await attempt(PASSWORD)
      expect([limited.status, Number(limited.headers.get('retry-after')) > 0]).toEqual([429, true])
      expect((await service.call('GET', '/v1/products', { token: tried.keys.secret })).status).toBe(
        200,
      )
      expect((await auditOf('key.regenerated', tried.id)).map(({ details }) => details)).toEqual([
        { kind: 'public' },
      ])
      expect((await member.get(`${PAGE}/keys/private/regenerate`)).status).toBe(404)
      expect(
        (await member.post(`${PAGE}/keys/private/regenerate`, { csrf, password: PASSWORD })).status,
      ).toBe(404)
    })
  })

  test('allowed origins are added and removed one by one; no two members undo each other', async () => {
    const csrf = await owner.csrf()
    const add = (origin: string) => owner.post(`${PAGE}/origins`, { csrf, origin })
    const remove = (origin: string) => owner.post(`${PAGE}/origins/remove`, { csrf, origin })
    const origins = async () =>
      (await service.platform<{ allowedOrigins: string[] }>('GET', `/stores/${store.id}`)).body
        .allowedOrigins
    const seen = async (origin: string) =>
      (
        await service.call('GET', '/v1/products', { token: store.keys.public, headers: { origin } })
      ).headers.get('access-control-allow-origin')
    expect((await owner.get(PAGE)).text).toContain('Any page may use the public key')
    for (const typed of [
      '',
      'shop.example',
      'http://shop.example',
      'https://shop.example/path',
      'https://*.example',
      'null',
      'https://a@b.example',
      'https://shop.example?x',
      '"><script>',
    ]) {
      const answer = await add(typed)
      expect([typed, answer.status]).toEqual([typed, 422])
      expect(answer.text).not.toContain('"><script>')
    }
    for (const typed of [
      'https://shop.example',
      ' HTTPS://Shop.example/ ',
      'http://localhost:4243',
      'https://müller.example:8443',
    ]) {
      expect((await add(typed)).status).toBe(303)
    }
    expect(await origins()).toEqual([
      'https://shop.example',
      'http://localhost:4243',
      'https://xn--mller-kva.example:8443',
    ])
    expect([await seen('https://shop.example'), await seen('https://evil.example')]).toEqual([
      'https://shop.example',
      null,
    ])
    expect((await owner.get(PAGE)).text).not.toContain('Any page may use the public key')

    await Promise.all([
      add('https://a.example'),
      add('https://b.example'),
      remove('https://shop.example'),
      remove('https://none.example'),
    ])
    expect((await origins()).toSorted()).toEqual([
      'http://localhost:4243',
      'https://a.example',
      'https://b.example',
      'https://xn--mller-kva.example:8443',
    ])
    expect(
      (await auditOf('origins.changed')).map(({ details }) => JSON.stringify(details)).toSorted(),
    ).toEqual([
      '{"added":"http://localhost:4243"}',
      '{"added":"https://a.example"}',
      '{"added":"https://b.example"}',
      '{"added":"https://shop.example"}',
      '{"added":"https://xn--mller-kva.example:8443"}',
      '{"removed":"https://shop.example"}',
    ])

    await sql.rows(
      "update stores set allowed_origins = array(select 'https://' || n || '.example' from generate_series(1, 99) n) where id = $1",
      [store.id],
    )
    await Promise.all([add('https://c.example'), add('https://d.example')])
    expect(await origins()).toHaveLength(100)
    expect((await add('https://e.example')).text).toContain('There are 100 origins already')
    await service.platform('PATCH', `/stores/${store.id}`, { allowedOrigins: [] })
  })

  test('the quick start is a command for a shell, with the store’s key and a product in stock', async () => {
    expect((await owner.get(PAGE)).text).toContain('your-product')
    const slug = `it's "a" $HOME \`mug\` \\`
    await aProduct(service, store, {
      slug,
      variants: [
        { size: 'S', stock: 0 },
        { size: 'M', colorName: 'Sand', stock: 1 },
      ],
    })
    const { text } = await owner.get(PAGE)
    const command = unescaped(
      /<pre[^>]* aria-label="Request"><code>(.*?)<\/code>/s.exec(text)?.[1] ?? '',
    )
    const shown = execFileSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }; ${command}`], {
      encoding: 'utf8',
    })
    expect(shown.split('\n')).toEqual([
      `${service.baseUrl}/v1/checkout/sessions`,
      '-H',
      `Authorization: Bearer ${store.keys.public}`,
      '-H',
      'Content-Type: application/json',
      '-d',
      JSON.stringify({ items: [{ product: slug, size: 'M', color: 'Sand' }] }),
      '',
    ])
    const body: unknown = JSON.parse(shown.split('\n').at(-2) ?? '')
    expect(
      (await service.call('POST', '/v1/checkout/sessions', { token: store.keys.public, body }))
        .status,
    ).toBe(201)
    expect(unescaped(text)).toContain(`src="${service.checkoutUrl}/hosted-checkout.js"`)
    expect(await aSession(service, store, body as Record<string, unknown>)).toMatch(/^cs_/)
  })

  test('the developer settings are for owners alone', async () => {
    const csrf = await owner.csrf()
    await sql.rows("update store_members set role = 'staff' where store_id = $1", [store.id])
    for (const path of [
      PAGE,
      `${PAGE}/requests`,
      `${PAGE}/keys/public/regenerate`,
      `${PAGE}/keys/secret/regenerate`,
    ]) {
      const { status, text } = await owner.get(path)
      expect([path, status, text.includes('_live_')]).toEqual([path, 403, false])
    }
    for (const path of ['/origins', '/origins/remove', '/keys/secret/regenerate']) {
      expect(
        (
          await owner.post(`${PAGE}${path}`, {
            csrf,
            password: PASSWORD,
            origin: 'https://shop.example',
          })
        ).status,
      ).toBe(403)
    }
    expect((await service.call('GET', '/v1/products', { token: store.keys.secret })).status).toBe(
      200,
    )
    await sql.rows("update store_members set role = 'owner' where store_id = $1", [store.id])
  })
})
