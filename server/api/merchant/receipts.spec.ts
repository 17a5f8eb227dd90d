import { type JWK, SignJWT, createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { afterAll, describe, expect, test, vi } from 'vitest'
import {
  type TestStore,
  aBuyer,
  aProduct,
  aSession,
  aStore,
  readSession,
} from '../../testing/builders.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'
import { type ServiceClient, startTestService } from '../../testing/servers/test-service.ts'

const MATERIAL = 'signing key material of the tests'
const LAST = 'what signs after the keys were changed again'
const NEXT = 'what signs after the keys were changed'

const { service } = await openSpecService()
const { databaseUrl } = service
const second = await startTestService({ databaseUrl })
const changing = await startTestService({
  databaseUrl,
  env: { TOKEN_SIGNING_KEY: `${NEXT},${MATERIAL}` },
})
afterAll(() => Promise.all([second.stop(), changing.stop()]))

const store = await aStore(service)
await aProduct(service, store, { variants: [{ stock: 1_000 }] })

async function aPaidSession(at: TestStore = store) {
  const id = await aSession(service, at)
  await (await aBuyer(service, id)).pay()
  return id
}

const receiptOf = async (id: string, { at = service, query = '' } = {}) => {
  const { headers } = await at.call('GET', `/v1/checkout/sessions/${id}${query}`, {
    token: store.keys.secret,
  })
  return headers.get('checkout-receipt')
}

const keysOf = async (at: ServiceClient) =>
  (await at.call<{ keys: JWK[] }>('GET', '/.well-known/jwks.json')).body.keys

/** As a merchant's server would. */
const verify = async (receipt: string | null, at: ServiceClient = service) =>
  jwtVerify(receipt ?? '', createLocalJWKSet({ keys: await keysOf(at) }), {
    algorithms: ['ES256'],
    typ: 'checkout-receipt+jwt',
  })

describe('contract §3: the receipt', () => {
  test('the receipt of a paid session says what was paid, when, for which order', async () => {
    const id = await aPaidSession()
    const { payload, protectedHeader } = await verify(await receiptOf(id))
    const { order } = (await readSession(service, store, id)).body
    expect(payload).toEqual({
      iss: service.baseUrl,
      sub: id,
      iat: Math.floor(Date.parse(order?.paidAt ?? '') / 1000),
      order_id: order?.orderNumber,
      amount: order?.amountTotal,
      currency: 'EUR',
      paid_at: order?.paidAt,
    })
    expect(protectedHeader).toEqual({
      alg: 'ES256',
      typ: 'checkout-receipt+jwt',
      kid: expect.any(String),
    })
  })

  test('no receipt comes with an open or expired session, or with a refusal', async () => {
    const id = await aSession(service, store)
    expect(await receiptOf(id)).toBeNull()
    expect(await receiptOf(id, { query: '?wait=1' })).toBeNull()
    const { headers } = await service.call('POST', `/v1/checkout/sessions/${id}/expire`, {
      token: store.keys.secret,
    })
    expect(headers.get('checkout-receipt')).toBeNull()
    expect(await receiptOf(id)).toBeNull()
    const other = await aStore(service)
    const paid = await aPaidSession()
    const foreign = await readSession(service, other, paid)
    expect([foreign.status, foreign.headers.get('checkout-receipt')]).toEqual([404, null])
  })

  test('whoever has waited for the payment gets the receipt', async () => {
    const id = await aSession(service, store)
    const waiting = receiptOf(id, { query: '?wait=25' })
    await (await aBuyer(service, id)).pay()
    expect((await verify(await waiting)).payload.sub).toBe(id)
    expect(await receiptOf(id, { query: '?wait=25' })).toBe(await waiting)
  })

  test('the receipt is signed once for a session, however often and at once it is read', async () => {
    const id = await aPaidSession()
    const sign = vi.spyOn(SignJWT.prototype, 'sign')
    const receipts = await Promise.all(Array.from({ length: 20 }, () => receiptOf(id)))
    expect(await receiptOf(id)).toBe(receipts[0])
    expect(new Set(receipts).size).toBe(1)
    expect(sign).toHaveBeenCalledTimes(1)
    sign.mockRestore()
  })

  test('the receipt of another process says the same, under the same key', async () => {
    const id = await aPaidSession()
    const [here, there] = [await receiptOf(id), await receiptOf(id, { at: second })]
    const other = await verify(there)
    expect(other.protectedHeader).toEqual((await verify(here)).protectedHeader)
    expect({ ...other.payload, iss: service.baseUrl }).toEqual((await verify(here)).payload)
  })

  test('a receipt is good while the key is changed: both are shown, the first one signs', async () => {
    const id = await aPaidSession()
    const old = await receiptOf(id)
    expect((await verify(old, changing)).payload.sub).toBe(id)
    const next = await receiptOf(id, { at: changing })
    expect((await verify(next, changing)).payload.sub).toBe(id)
    expect((await verify(next, second)).payload.sub).toBe(id)
  })

  test('in the order of the docs nothing is signed with a key that is not shown, and a retired key stays', async () => {
    const id = await aPaidSession()
    const shown = new Set((await keysOf(service)).map(({ kid }) => kid))
    const receipts: (string | null)[] = []
    for (const keys of [MATERIAL, `${MATERIAL},${LAST}`, `${LAST},${MATERIAL}`, LAST]) {
      const env = { TOKEN_SIGNING_KEY: keys }
      const step = await startTestService({ databaseUrl, env })
      const receipt = await receiptOf(id, { at: step })
      const { token } = await aBuyer(step, id)
      for (const signed of [receipt ?? '', token])
        expect(shown).toContain(decodeProtectedHeader(signed).kid)
      receipts.push(receipt)
      for (const each of receipts) expect((await verify(each, step)).payload.sub).toBe(id)
      for (const { kid } of await keysOf(step)) shown.add(kid)
      await step.stop()
    }
  })

  test('a receipt has a key of its own: no token of a buyer is one', async () => {
    const id = await aPaidSession()
    const { token } = await aBuyer(service, id)
    await expect(verify(token)).rejects.toThrow(/"typ"/)
    const { kid } = decodeProtectedHeader((await receiptOf(id)) ?? '')
    expect(decodeProtectedHeader(token).kid).not.toBe(kid)
    for (const key of await keysOf(service)) {
      expect(key).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' })
      expect(key).not.toHaveProperty('d')
    }
  })

  test('a receipt is not good any more with one letter changed', async () => {
    const receipt = (await receiptOf(await aPaidSession())) ?? ''
    const [head = '', body = '', signature = ''] = receipt.split('.')
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as object
    const forged = Buffer.from(JSON.stringify({ ...claims, amount: 1 })).toString('base64url')
    await expect(verify(`${head}.${forged}.${signature}`)).rejects.toThrow(/signature/)
  })
})
