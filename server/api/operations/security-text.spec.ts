import { describe, expect, test } from 'vitest'
import { expectError } from '../../testing/expect-error.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'
import { call } from '../../testing/http-call.ts'
import { findFreePort } from '../../testing/servers/free-port.ts'

const DAY_MS = 86_400_000
const PATH = '/.well-known/security.txt'
const HOSTS = ['api.shop.example', 'pay.shop.example', 'cards.shop.example']

const port = await findFreePort()
await openSpecService({
  env: {
    PORT: String(port),
    BASE_URL: 'https://api.shop.example',
    CHECKOUT_URL: 'https://pay.shop.example/checkout',
    PAYMENT_FRAME_URL: 'https://cards.shop.example/payment-frame',
    TRUST_FORWARDED_HOST: 'true',
    SECURITY_CONTACT: 'mailto:security@shop.example',
  },
})

const { service: silent } = await openSpecService()

describe('operations §1: security.txt', () => {
  test.each(HOSTS)('says at %s whom to tell, for less than a year', async (host) => {
    const { status, headers, text } = await call('GET', `http://127.0.0.1:${port}${PATH}`, {
      headers: { 'x-forwarded-host': host },
    })
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
    const [contact, expires = '', ...others] = text.trimEnd().split('\n')
    expect(contact).toBe('Contact: mailto:security@shop.example')
    expect(others).toEqual([
      'Preferred-Languages: en',
      ...HOSTS.map((each) => `Canonical: https://${each}${PATH}`),
    ])
    const [, at = ''] = /^Expires: (\d{4}-\d\d-\d\dT[\d:.]+Z)$/.exec(expires) ?? []
    const date = new Date(headers.get('date') ?? '')
    expect(new Date(at).getTime() - date.getTime()).toBeGreaterThan(89 * DAY_MS)
    expect(new Date(at).getTime() - date.getTime()).toBeLessThan(365 * DAY_MS)
  })

  test('without a contact there is no such address', async () => {
    expectError(await silent.call('GET', PATH), 404, 'not_found')
  })
})
