import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CheckoutApiError } from './checkout-api.ts'
import { openWebhook, readWebhook } from './webhooks.ts'

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const BODY = JSON.stringify({
  type: 'checkout.session.completed',
  timestamp: '2026-11-21T09:38:12.418Z',
  data: { sessionId: 'cs_1', orderNumber: '7K3M9-QX2RT' },
})

const NOW = new Date('2026-11-21T09:38:12.418Z')
const AN_HOUR_BEFORE = new Date('2026-11-21T08:38:12.418Z')

function signed({ secret = SECRET, at = NOW }: { secret?: string; at?: Date } = {}) {
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('evt_1', at, BODY),
  }
}

describe('contract §1: the demo shop, webhooks', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW }))
  afterEach(() => void vi.useRealTimers())

  test('the shop believes webhooks that the checkout has signed', () => {
    expect(readWebhook(SECRET, { body: BODY, headers: signed() })).toEqual(JSON.parse(BODY))
  })

  test.each([
    ['of another secret', { secret: `whsec_${Buffer.alloc(32, 8).toString('base64')}` }, BODY],
    ['of an hour ago', { at: AN_HOUR_BEFORE }, BODY],
    ['with another body', {}, `${BODY} `],
    ['without a body', {}, undefined],
  ])('the shop believes no webhooks %s', (_what, how, body) => {
    expect(readWebhook(SECRET, { body, headers: signed(how) })).toBeUndefined()
  })

  test('the shop believes no webhooks without a signature', () => {
    expect(readWebhook(SECRET, { body: BODY, headers: {} })).toBeUndefined()
  })
})

describe('contract §1: the demo shop, its webhook endpoint', () => {
  const shop = { storePath: '/stores/s1', shopUrl: 'http://localhost:4243' }
  const url = 'http://localhost:4243/webhooks'

  const platform = (refusals: Record<string, string>) => ({
    call: async <Answer>(method: string) => {
      const code = refusals[method]
      if (code !== undefined) throw new CheckoutApiError(code, 'no')
      return { id: 'we_new', secret: SECRET } as Answer
    },
  })

  test('the shop keeps the webhook endpoint of the start before, at the address of now', async () => {
    const saved = { id: 'we_old', url: 'http://localhost:1/webhooks', secret: SECRET }
    expect(await openWebhook(platform({}), { ...shop, saved })).toEqual({ ...saved, url })
  })

  test('the shop makes a new webhook endpoint when the old one is gone', async () => {
    const saved = { id: 'we_old', url, secret: 'whsec_old' }
    const gone = platform({ PATCH: 'webhook_endpoint_not_found' })
    expect(await openWebhook(gone, { ...shop, saved })).toEqual({
      id: 'we_new',
      url,
      secret: SECRET,
    })
  })

  test('the shop has no webhook endpoint where the checkout does not send to this machine', async () => {
    const elsewhere = platform({ POST: 'invalid_request' })
    expect(await openWebhook(elsewhere, { ...shop, saved: undefined })).toBeUndefined()
    const away = platform({ POST: 'unreachable' })
    await expect(openWebhook(away, { ...shop, saved: undefined })).rejects.toThrow('no')
  })
})
