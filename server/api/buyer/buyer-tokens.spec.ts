import { createPrivateKey } from 'node:crypto'
import {
  type JWK,
  SignJWT,
  UnsecuredJWT,
  createLocalJWKSet,
  decodeJwt,
  importJWK,
  jwtVerify,
} from 'jose'
import { describe, expect, test } from 'vitest'
import { deriveSigningKey } from '../../auth/key-material.ts'
import type { TokenResponse } from '../../contract/buyer.ts'
import { aProduct, aSession, aStore } from '../../testing/builders.ts'
import { SYSTEM_CLOCKS } from '../../cache/memory/clocks.ts'
import { expectError } from '../../testing/expect-error.ts'
import { call } from '../../testing/http-call.ts'
import { now } from '../../testing/moments.ts'
import { type TestService, startTestService } from '../../testing/servers/test-service.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'
import { openSql } from '../../testing/sql.ts'
import { createTestClocks } from '../../testing/test-clocks.ts'

const MATERIAL = 'key material of these tests that is long enough'
const NEXT_MATERIAL = 'the key material that comes after it and is long enough'

const startedAt = now()
const { service } = await openSpecService({
  env: { TOKEN_SIGNING_KEY: MATERIAL },
  clocks: createTestClocks({ at: startedAt }),
})
const store = await aStore(service, { allowedOrigins: ['https://shop.example'] })
await aProduct(service, store)
const sessionId = await aSession(service, store)
const origin = new URL(service.checkoutUrl).origin

const exchange = (id = sessionId, headers: Record<string, string> = { origin }) =>
  call<TokenResponse>('POST', `${service.checkoutUrl}/${id}/token`, { body: {}, headers })

const view = (
  token: string | undefined,
  {
    id = sessionId,
    headers = { origin },
    at = service,
  }: { id?: string; headers?: Record<string, string>; at?: TestService } = {},
) => call('GET', `${at.checkoutUrl}/${id}/view`, { token, headers })

/** By the service's clock, which does not move. */
const SECOND = Math.floor(startedAt.getTime() / 1000)

/** Also such as a JWT must not have. */
type Claims = Record<string, unknown>

const claims = (changes: Claims = {}): Claims => ({
  iss: service.checkoutUrl,
  aud: 'checkout-widget',
  sub: sessionId,
  sid: store.id,
  ori: 'hosted',
  scope: 'view pay',
  jti: 'x',
  iat: SECOND,
  nbf: SECOND,
  exp: SECOND + 600,
  ...changes,
})

/** Signed with our own key, so that only what is changed can be the reason of a refusal. */
async function sign(
  payload: Claims,
  {
    header = {},
    material = MATERIAL,
  }: { header?: Record<string, unknown>; material?: string } = {},
) {
  const key = await deriveSigningKey(material)
  return new SignJWT(payload)
    .setProtectedHeader({ alg: 'ES256', typ: 'hcs-widget+jwt', kid: key.kid, ...header })
    .sign(createPrivateKey({ key, format: 'jwk' }))
}

describe('contract §5: token', () => {
  test('a token is an ES256 JWT of our keys, bound to session, store and page, for 10 minutes', async () => {
    const { status, body } = await exchange()
    expect(status).toBe(200)
    expect(Object.keys(body).toSorted()).toEqual(['expiresAt', 'token'])
    const { body: jwks } = await service.call<{ keys: JWK[] }>('GET', '/.well-known/jwks.json')
    const { payload, protectedHeader } = await jwtVerify(body.token, createLocalJWKSet(jwks))
    expect(protectedHeader).toEqual({ alg: 'ES256', typ: 'hcs-widget+jwt', kid: jwks.keys[0]?.kid })
    expect(payload).toEqual({
      iss: service.checkoutUrl,
      aud: 'checkout-widget',
      sub: sessionId,
      sid: store.id,
      ori: 'hosted',
      scope: 'view pay',
      jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
      iat: SECOND,
      nbf: SECOND,
      exp: SECOND + 600,
    })
    expect(body.expiresAt).toBe(new Date((payload.exp ?? 0) * 1000).toISOString())
  })

  test('a token lives no longer than 5 minutes after the session', async () => {
    const id = await aSession(service, store)
    const sql = openSql(service.databaseUrl)
    await sql.rows(
      `update checkout_sessions set expires_at = to_timestamp($2) + interval '100 s' where id = $1`,
      [id, SECOND],
    )
    await sql.close()
    const { exp = 0 } = decodeJwt((await exchange(id)).body.token)
    expect(exp - SECOND).toBe(400)
  })

  test('the published keys have no private half', async () => {
    const { body, headers } = await service.call<{ keys: JWK[] }>('GET', '/.well-known/jwks.json')
    const key = {
      kty: 'EC',
      crv: 'P-256',
      alg: 'ES256',
      use: 'sig',
      x: expect.any(String),
      y: expect.any(String),
      kid: expect.any(String),
    }
    // Of tokens and of receipts.
    expect(body.keys).toEqual([key, key])
    expect(headers.get('cache-control')).toBe('public, max-age=300')
  })

  test('a token is given to the checkout page and to the store’s pages, to nobody else', async () => {
    expect((await exchange(sessionId, {})).status).toBe(200)
    expect((await exchange(sessionId, { 'sec-fetch-site': 'same-origin' })).status).toBe(200)
    expect(
      decodeJwt((await exchange(sessionId, { origin: 'https://shop.example' })).body.token)['ori'],
    ).toBe('https://shop.example')
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'https://shop.example.evil.example' },
      { origin: 'http://shop.example' },
      { 'sec-fetch-site': 'cross-site' },
    ]) {
      const answer = await exchange(sessionId, headers)
      expectError(answer, 403, 'origin_not_allowed')
      expect(answer.body).not.toHaveProperty('token')
    }
  })

  test('a store without a list of origins gives a token to every page', async () => {
    const open = await aStore(service)
    await aProduct(service, open)
    const answer = await exchange(await aSession(service, open), {
      origin: 'https://anywhere.example',
    })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://anywhere.example')
  })

  test.each([`cs_${'0'.repeat(32)}`, 'cs_1', 'x', '%00', '%ZZ'])(
    'there is no token for the unknown id %s',
    async (id) => {
      expectError(await exchange(id), 404, 'session_not_found')
    },
  )

  test('a token works with the page it was issued to only', async () => {
    const hosted = (await exchange()).body.token
    const embedded = (await exchange(sessionId, { origin: 'https://shop.example' })).body.token
    expect((await view(hosted)).status).toBe(200)
    expect((await view(embedded, { headers: { origin: 'https://shop.example' } })).status).toBe(200)
    expectError(
      await view(hosted, { headers: { origin: 'https://shop.example' } }),
      401,
      'invalid_token',
    )
    expectError(await view(embedded), 401, 'invalid_token')
    expectError(
      await view(embedded, { headers: { origin: 'https://evil.example' } }),
      403,
      'origin_not_allowed',
    )
  })

  test('a token works with its session only', async () => {
    const other = await aSession(service, store)
    expectError(await view((await exchange()).body.token, { id: other }), 401, 'invalid_token')
  })

  test('a token that is exactly right, signed here, is taken: what follows is refused for its one fault', async () => {
    expect((await view(await sign(claims()))).status).toBe(200)
  })

  test.each<[string, Claims]>([
    ['expired', { iat: SECOND - 700, nbf: SECOND - 700, exp: SECOND - 60 }],
    ['issued for longer than 10 minutes ago', { iat: SECOND - 700, exp: SECOND + 600 }],
    ['of the future', { nbf: SECOND + 120 }],
    ['issued in the future', { iat: SECOND + 120 }],
    ['without end', { exp: undefined }],
    ['without issue time', { iat: undefined }],
    ['with an end in words', { exp: 'never' }],
    ['of another issuer', { iss: 'https://evil.example' }],
    ['without issuer', { iss: undefined }],
    ['for another audience', { aud: 'merchant' }],
    ['without subject', { sub: undefined }],
    ['of another subject', { sub: `cs_${'1'.repeat(32)}` }],
    ['of another page', { ori: 'https://shop.example' }],
    ['without page', { ori: undefined }],
    ['with less scope', { scope: 'view' }],
    ['without scope', { scope: undefined }],
  ])('a token is refused when it is %s', async (_, changes) => {
    expectError(await view(await sign(claims(changes))), 401, 'invalid_token')
  })

  test.each<[string, { header?: Record<string, unknown>; material?: string }]>([
    ['has another type', { header: { typ: 'JWT' } }],
    ['has no type', { header: { typ: undefined } }],
    ['is signed with a foreign key', { material: NEXT_MATERIAL }],
    [
      'is signed with a foreign key under our name',
      { material: NEXT_MATERIAL, header: { kid: 'OURS' } },
    ],
    ['names an unknown key', { header: { kid: '../../etc/passwd' } }],
  ])('a token is refused when it %s', async (_, { header, ...options }) => {
    const { kid } = await deriveSigningKey(MATERIAL)
    expectError(
      await view(
        await sign(claims(), {
          ...options,
          header: { ...header, ...(header?.['kid'] === 'OURS' && { kid }) },
        }),
      ),
      401,
      'invalid_token',
    )
  })

  test('a token without a signature, or signed with our public key as a secret, is refused', async () => {
    const {
      body: {
        keys: [jwk],
      },
    } = await service.call<{ keys: JWK[] }>('GET', '/.well-known/jwks.json')
    const unsigned = new UnsecuredJWT(claims()).encode()
    expectError(await view(unsigned), 401, 'invalid_token')
    const header = { alg: 'HS256', typ: 'hcs-widget+jwt', kid: jwk?.kid ?? '' }
    for (const secret of [JSON.stringify(jwk), jwk?.x ?? '', jwk?.kid ?? '']) {
      const key = await importJWK({
        kty: 'oct',
        k: Buffer.from(secret).toString('base64url'),
        alg: 'HS256',
      })
      expectError(
        await view(await new SignJWT(claims()).setProtectedHeader(header).sign(key)),
        401,
        'invalid_token',
      )
    }
  })

  test('a token is refused when a single character is changed anywhere', async () => {
    const { token } = (await exchange()).body
    const positions = [
      2,
      20,
      token.indexOf('.') + 5,
      token.indexOf('.') + 60,
      token.lastIndexOf('.') + 3,
      token.length - 10,
    ]
    for (const at of positions) {
      const changed = `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`
      expectError(await view(changed), 401, 'invalid_token')
    }
    for (const broken of [
      undefined,
      'x',
      token.slice(0, -1),
      `${token}.`,
      token.replaceAll('.', ''),
      `${token}${'x'.repeat(3000)}`,
    ])
      expectError(await view(broken), 401, 'invalid_token')
  })

  test('every call of the buyer asks for a token', async () => {
    for (const [method, path] of [
      ['GET', 'view'],
      ['POST', 'pay'],
      ['GET', 'events'],
    ] as const) {
      expectError(
        await call(method, `${service.checkoutUrl}/${sessionId}/${path}`, { headers: { origin } }),
        401,
        'invalid_token',
      )
    }
  })

  test('processes whose clocks differ by 40 minutes take each other’s tokens, and say so', async () => {
    const start = (minutes: number) =>
      startTestService({
        databaseUrl: service.databaseUrl,
        env: { CHECKOUT_URL: service.checkoutUrl, TOKEN_SIGNING_KEY: MATERIAL },
        clocks: { ...SYSTEM_CLOCKS, wallMs: () => SYSTEM_CLOCKS.wallMs() + minutes * 60_000 },
      })
    const [ahead, behind] = await Promise.all([start(20), start(-20)])
    const [ofAhead, ofBehind] = await Promise.all(
      [ahead, behind].map(async (at) => {
        const { host } = new URL(at.baseUrl)
        const token = `${service.checkoutUrl.replace(new URL(service.baseUrl).host, host)}/${sessionId}/token`
        return (await call<TokenResponse>('POST', token, { body: {}, headers: { origin } })).body
          .token
      }),
    )
    for (const [token, other] of [
      [ofAhead, behind],
      [ofBehind, ahead],
    ] as const) {
      const { host } = new URL(other.baseUrl)
      const checkoutUrl = service.checkoutUrl.replace(new URL(service.baseUrl).host, host)
      expect((await view(token, { at: { ...other, checkoutUrl } })).status).toBe(200)
      expect((await other.call('GET', '/readyz')).body).toMatchObject({
        status: 'ready',
        clock: 'differs',
      })
    }
    expect(ahead.log()).toMatch(/"differenceSeconds":1[12]\d\d,"msg":"clock.differs"/)
    expect(behind.log()).toMatch(/"differenceSeconds":-1[12]\d\d,"msg":"clock.differs"/)
    await Promise.all([ahead.stop(), behind.stop()])
  })

  test('a token outlives the change of the signing key as long as both keys are given', async () => {
    const before = (await exchange()).body.token
    const env = { CHECKOUT_URL: service.checkoutUrl }
    const start = (key: string) =>
      startTestService({
        databaseUrl: service.databaseUrl,
        env: { ...env, TOKEN_SIGNING_KEY: key },
      })
    const both = await start(`${NEXT_MATERIAL},${MATERIAL}`)
    const only = await start(NEXT_MATERIAL)
    const at = (other: TestService) => ({
      ...other,
      checkoutUrl: service.checkoutUrl.replace(
        new URL(service.baseUrl).host,
        new URL(other.baseUrl).host,
      ),
    })
    const fresh = (
      await call<TokenResponse>('POST', `${at(both).checkoutUrl}/${sessionId}/token`, {
        body: {},
        headers: { origin },
      })
    ).body.token
    expect((await view(before, { at: at(both) })).status).toBe(200)
    expect((await view(fresh, { at: at(both) })).status).toBe(200)
    expect((await view(fresh, { at: at(only) })).status).toBe(200)
    expectError(await view(before, { at: at(only) }), 401, 'invalid_token')
    expect(
      (await both.call<{ keys: JWK[] }>('GET', '/.well-known/jwks.json')).body.keys,
    ).toHaveLength(4)
    await Promise.all([both.stop(), only.stop()])
  })
})
