import { describe, expect, test } from 'vitest'
import { signNotification } from '../../lab/stripe/signed-notifications.ts'
import { parseStripeNotification } from './stripe/stripe-notifications.ts'
import { parseTestNotification, signTestNotification } from './test/test-notifications.ts'

const NOW = new Date('2026-11-21T12:00:00.000Z')
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1000)

const atTestBank = (at: Date) => {
  const secret = Buffer.alloc(32, 7)
  const { body, headers } = signTestNotification(
    { id: 'evt_1', attempt: 'att_1' },
    { secret, now: at },
  )
  return parseTestNotification({ rawBody: body, headers, secret, now: NOW }).type
}

const atStripe = (at: Date) => {
  const { body, headers } = signNotification('{}', { secret: 'whsec_1', at })
  const rawBody = Buffer.from(body)
  return parseStripeNotification({
    rawBody,
    headers,
    secrets: ['whsec_1'],
    serviceId: 'svc_1',
    now: NOW,
  }).type
}

describe('payments §5: a notification', () => {
  test('a notification is taken when it is 300 s old, and forged at 301 s', () => {
    expect([atTestBank(ago(300)), atTestBank(ago(301))]).toEqual(['payment_changed', 'forged'])
    expect([atStripe(ago(300)), atStripe(ago(301))]).toEqual(['irrelevant', 'forged'])
  })

  test('a notification of the test bank may be 300 s ahead of our clock, not 301 s', () => {
    expect([atTestBank(ago(-300)), atTestBank(ago(-301))]).toEqual(['payment_changed', 'forged'])
  })
})
