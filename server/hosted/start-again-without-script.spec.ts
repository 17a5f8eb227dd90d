import { describe, expect, test } from 'vitest'
import { aProduct, aSession, aStore } from '../testing/builders.ts'
import { call } from '../testing/http-call.ts'
import { openSpecService } from '../testing/servers/spec-service.ts'
import { createTestClocks } from '../testing/test-clocks.ts'

const BURST = 5
const { service, sql } = await openSpecService({
  env: { RATE_LIMIT_BURST: String(BURST) },
  clocks: createTestClocks(),
})

const DELIVERY = { id: 'standard', name: 'Standard', fee: 500 }
const EXPRESS = { id: 'express', name: 'Express', fee: 900 }
const DETAILS = { name: 'Ana Example', phone: '+34 600 000 000', place: 'Calle Mayor 1' }

async function aStoreThatRestarts() {
  const store = await aStore(service, { deliveryOptions: [DELIVERY, EXPRESS] })
  await sql.rows('update stores set restarts = true where id = $1', [store.id])
  await aProduct(service, store)
  return store
}

const pageOf = (id: string) => `${service.checkoutUrl}/${id}`
const expire = (sessionId: string) =>
  service.platform('POST', '/test-provider/expire-session', { sessionId })
const send = (address: string, fields: Record<string, string>) =>
  call<string>('POST', address, {
    text: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
const again = (address: string) => send(address, { again: '1' })
const see = ({ status, headers }: { status: number; headers: Headers }) => {
  expect(status).toBe(303)
  return headers.get('location') ?? ''
}
const idOf = (address: string) => new URL(address).pathname.split('/').at(-1) ?? ''

/** The words of a page. */
const wordsOf = async (address: string) =>
  (await call<string>('GET', address)).text.replace(/^[^]*<body>/, '').replaceAll(/<[^>]+>/g, '')

const set = (storeId: string, fields: Record<string, unknown>) =>
  service.platform('PATCH', `/stores/${storeId}`, fields)

describe('decision 73: a buyer without JavaScript who starts again reads another total', () => {
  test('starting again says the total of another price', async () => {
    const store = await aStoreThatRestarts()
    const id = await aSession(service, store)
    await expire(id)
    await aProduct(service, store, { price: 2490 })
    expect(await wordsOf(see(await again(pageOf(id))))).toContain(
      'The total has changed from €24.90 to €29.90.',
    )
  })

  test('starting again says the total of another fee for the chosen option, or of one that is gone', async () => {
    for (const [options, now] of [
      [[DELIVERY, { ...EXPRESS, fee: 1000 }], '€29.90'],
      [[DELIVERY], '€24.90'],
    ] as const) {
      const store = await aStoreThatRestarts()
      const id = await aSession(service, store)
      const card = see(await send(pageOf(id), { ...DETAILS, option: 'express' }))
      const draft = new URL(card).search
      await expire(id)
      await set(store.id, { deliveryOptions: options })
      expect(await wordsOf(see(await again(`${pageOf(id)}${draft}`)))).toContain(
        `The total has changed from €28.90 to ${now}.`,
      )
    }
  })

  test('starting again says the total in another currency', async () => {
    const store = await aStoreThatRestarts()
    const id = await aSession(service, store)
    await expire(id)
    await sql.rows("update stores set currency = 'USD' where id = $1", [store.id])
    expect(await wordsOf(see(await again(pageOf(id))))).toMatch(
      /The total has changed from €24\.90 to (?:US)?\$24\.90\./,
    )
  })

  test('starting again says another total than they saw, whatever another tab has seen since', async () => {
    const store = await aStoreThatRestarts()
    const id = await aSession(service, store)
    await expire(id)
    await aProduct(service, store, { price: 2490 })
    const between = see(await again(pageOf(id)))
    await expire(idOf(between))
    expect(await wordsOf(see(await again(between)))).not.toContain('The total has changed')
    expect(await wordsOf(see(await again(pageOf(id))))).toContain(
      'The total has changed from €24.90 to €29.90.',
    )
  })

  test('starting again says nothing of a total that is the same', async () => {
    const store = await aStoreThatRestarts()
    const id = await aSession(service, store)
    await expire(id)
    const text = await wordsOf(see(await again(pageOf(id))))
    expect(text).toContain('Full name')
    expect(text).not.toContain('The total has changed')
  })

  test('starting again says nothing of the option that the buyer chose, at the same fee', async () => {
    const store = await aStoreThatRestarts()
    const id = await aSession(service, store)
    const card = see(await send(pageOf(id), { ...DETAILS, option: 'express' }))
    await expire(id)
    const text = await wordsOf(see(await again(`${pageOf(id)}${new URL(card).search}`)))
    expect(text).toContain('Full name')
    expect(text).not.toContain('The total has changed')
  })
})

describe('decision 73: a buyer without JavaScript who starts again too often', () => {
  test('a buyer who starts again too often stays on the page, and reads when to try again', async () => {
    const store = await aStoreThatRestarts()
    const first = await Promise.all(Array.from({ length: BURST }, () => aSession(service, store)))
    const startAll = async (ids: string[]) => {
      await Promise.all(ids.map(expire))
      return Promise.all(ids.map((id) => again(pageOf(id))))
    }
    const next = (await startAll(first)).map((answer) => idOf(see(answer)))
    const refused = (await startAll(next)).find(({ status }) => status !== 303)
    const { status, text, headers } = refused!
    expect(status).toBe(429)
    expect(headers.get('retry-after')).toMatch(/^\d+$/)
    expect(text).toContain('name="again"')
    expect(text).toMatch(/role="alert"[^>]*>You were not charged\. Try again in a minute\.<\/p>/)
  })
})
