import { describe, expect, test } from 'vitest'
import { LOG_EVENTS } from '../reporting/log-events.ts'
import {
  CARDS,
  aBuyer,
  aPaymentMethod,
  aProduct,
  aSession,
  aStore,
  readSession,
} from '../testing/builders.ts'
import { call } from '../testing/http-call.ts'
import { PLATFORM_TOKEN } from '../testing/servers/test-service.ts'
import { openSpecService } from '../testing/servers/spec-service.ts'
import { testRedisUrl } from '../testing/servers/test-redis.ts'

type Line = Record<string, unknown> & {
  time: string
  level: string
  msg: keyof typeof LOG_EVENTS
}

const CANARY = {
  name: 'Canary Finchley',
  phone: '+44 7700 900123',
  email: 'canary@finch.example',
  details: '17 Canary Wharf, flat 9',
  password: 'canary password 1',
  metadata: 'canary-metadata',
  prefill: 'Prefilled Canary',
  address: 'https://shop.example/canary-return',
}

const { service, sql } = await openSpecService({
  isBroken: true,
  env: { REDIS_URL: testRedisUrl(16), LOG_LEVEL: 'trace' },
})
// Without a mail server the owner's mails are in the log, addresses included.
const store = await aStore(service, {
  owner: { email: 'owner@finch.example', password: CANARY.password },
})
await aProduct(service, store)

const anOrder = {
  customer: { name: CANARY.name, phone: CANARY.phone, email: CANARY.email },
  fulfillment: { method: 'DELIVERY', option: 'standard', details: CANARY.details },
}

const aCanarySession = () =>
  aSession(service, store, {
    customer: {
      name: CANARY.prefill,
      phone: CANARY.phone,
      email: CANARY.email,
      details: CANARY.details,
    },
    metadata: { note: CANARY.metadata },
    successUrl: CANARY.address,
  })

describe('contract §6: Logs', () => {
  test('logs hold no key, token, full session id, card or anything of a buyer', async () => {
    const secrets: string[] = [
      PLATFORM_TOKEN,
      'signing key material of the tests',
      ...Object.values(store.keys),
      ...Object.values(CANARY),
      ...Object.values(CARDS),
    ]

    for (const card of [CARDS.declined, CARDS.challenge, CARDS.capturedThenLost, CARDS.succeeds]) {
      const id = await aCanarySession()
      const buyer = await aBuyer(service, id)
      const paymentMethod = await aPaymentMethod(service, card)
      secrets.push(id, buyer.token, paymentMethod)
      await buyer.send('POST', 'pay', { ...anOrder, paymentMethod })
      await buyer.send('POST', 'pay', { ...anOrder, paymentMethod, amount: CANARY.name })
      await buyer.send('GET', 'view')
      await readSession(service, store, id)
      await service.call('GET', `/v1/checkout/sessions/${id}?note=${CANARY.metadata}`, {
        token: `${store.keys.secret}x`,
      })
      await call('GET', `${service.checkoutUrl}/${id}`)
      await call('GET', `${service.paymentFrameUrl}/${id}?origin=https://shop.example`)
    }
    await call('POST', `${service.paymentFrameUrl}/test-payment-methods`, {
      body: { number: '4111111111111111', expMonth: 1, expYear: 2040, cvc: '987' },
    })
    await call('GET', `${service.checkoutUrl}/${CANARY.metadata}`)
    await call('POST', `${service.checkoutUrl}/x/pay`, {
      text: `{"name":"${CANARY.name}"`,
      token: CANARY.metadata,
    })
    const {
      body: { key },
    } = await service.platform<{ key: string }>(
      'POST',
      `/stores/${store.id}/keys/public/regenerate`,
    )
    secrets.push(key, '4111111111111111', '987')

    // PostgreSQL's own errors quote rows.
    await sql.rows(
      `alter table orders add constraint orders_stay_away check (customer_name <> '${CANARY.name}') not valid`,
    )
    const id = await aCanarySession()
    const buyer = await aBuyer(service, id)
    const paymentMethod = await aPaymentMethod(service)
    secrets.push(id, buyer.token, paymentMethod)
    expect((await buyer.send('POST', 'pay', { ...anOrder, paymentMethod })).status).toBe(500)
    await expect.poll(() => service.log(), { interval: 200 }).toContain('payment.recovery.failed')
    expect(service.log()).toContain('orders_stay_away')
    await sql.rows('alter table orders drop constraint orders_stay_away')

    const log = service.log()
    for (const event of [
      'request.answered',
      'checkout.session.created',
      'checkout.session.completed',
      'payment.attempt.moved',
      'request.failed',
      'api_key.regenerated',
    ])
      expect(log).toContain(event)
    expect(secrets.filter((secret) => secret.length > 3 && log.includes(secret))).toEqual([])
  })

  test('logs name a session by its last four characters only', async () => {
    const id = await aCanarySession()
    expect(service.log()).toContain(`cs_…${id.slice(-4)}`)
    expect(service.log()).not.toMatch(/cs_[0-9A-Za-z]{8}/)
  })

  test('a line is an event of the table with its level and fields, or a sentence of the start', () => {
    const lines = service.log().trim().split('\n')
    const wrong = lines.filter((text) => {
      const { time, level, msg, pid: _, hostname: __, ...fields }: Line = JSON.parse(text)
      if (new Date(time).toISOString() !== time) return true
      const event = LOG_EVENTS[msg]
      if (!event) return !msg.includes(' ')
      const known: string[] = event.fields
      return level !== event.level || !Object.keys(fields).every((field) => known.includes(field))
    })
    expect(wrong).toEqual([])
  })

  test('what probes ask is not logged', async () => {
    const idOf = async (path: string) =>
      (await service.call('GET', path)).headers.get('request-id') ?? expect.fail('no id')
    const probes = [await idOf('/healthz'), await idOf('/livez'), await idOf('/readyz')]
    const other = await idOf('/.well-known/jwks.json')
    await expect.poll(() => service.log()).toContain(other)
    expect(probes.filter((id) => service.log().includes(id))).toEqual([])
  })
})
