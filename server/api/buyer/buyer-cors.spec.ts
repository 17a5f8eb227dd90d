import { describe, expect, test } from 'vitest'
import type { TokenResponse } from '../../contract/buyer.ts'
import { aPayRequest, aPaymentMethod, aProduct, aSession, aStore } from '../../testing/builders.ts'
import { expectError } from '../../testing/expect-error.ts'
import { call } from '../../testing/http-call.ts'
import { openEventStream } from '../../testing/event-stream.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'

const SHOP = 'https://shop.example'

const { service } = await openSpecService()
const store = await aStore(service, { allowedOrigins: [SHOP] })
await aProduct(service, store)
const url = `${service.checkoutUrl}/${await aSession(service, store)}`

const allowedOrigin = ({ headers }: { headers: Headers }) =>
  headers.get('access-control-allow-origin')
const ask = (path: string, origin: string) =>
  call('OPTIONS', `${url}/${path}`, {
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
    },
  })

describe('contract §5: pages of merchants', () => {
  test.each(['token', 'view', 'pay', 'events'])(
    'a preflight question before %s is answered to the store’s pages only',
    async (path) => {
      const answer = await ask(path, SHOP)
      expect(answer).toMatchObject({ status: 204, text: '' })
      expect(allowedOrigin(answer)).toBe(SHOP)
      expect(answer.headers.get('access-control-allow-methods')).toBe('POST, GET')
      expect(answer.headers.get('access-control-allow-headers')).toBe(
        'Authorization, Content-Type, Receipt-Key, Work-Answer',
      )
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
      expect(answer.headers.get('vary')).toMatch(/\borigin\b/i)
      for (const origin of [
        'https://evil.example',
        'null',
        'https://shop.example.evil.example',
        'http://shop.example',
      ]) {
        expect(allowedOrigin(await ask(path, origin))).toBeNull()
      }
    },
  )

  test('a page of the store can go all the way: token, view, pay, events', async () => {
    const headers = { origin: SHOP }
    const {
      body: { token },
    } = await call<TokenResponse>('POST', `${url}/token`, { body: {}, headers })
    const body = { ...aPayRequest(), paymentMethod: await aPaymentMethod(service) }
    const answers = [
      await call('GET', `${url}/view`, { token, headers }),
      await call('POST', `${url}/pay`, { token, headers, body }),
    ]
    for (const answer of answers) {
      expect(answer.status).toBe(200)
      expect(allowedOrigin(answer)).toBe(SHOP)
    }
    const stream = await openEventStream(`${url}/events`, {
      ...headers,
      authorization: `Bearer ${token}`,
    })
    expect(allowedOrigin(stream)).toBe(SHOP)
    await stream.ended
    expect(stream.events).toEqual([{ status: 'complete', attempt: null }])
  })

  test('errors of the buyer’s API can be read by a page of the store, too', async () => {
    const answer = await call('GET', `${url}/view`, { token: 'x', headers: { origin: SHOP } })
    expectError(answer, 401, 'invalid_token')
    expect(allowedOrigin(answer)).toBe(SHOP)
  })

  test('a page of nobody’s gets nothing but the refusal, which it may read', async () => {
    for (const [method, path] of [
      ['POST', 'token'],
      ['GET', 'view'],
      ['POST', 'pay'],
      ['GET', 'events'],
    ] as const) {
      const answer = await call(method, `${url}/${path}`, {
        headers: { origin: 'https://evil.example' },
      })
      expectError(answer, 403, 'origin_not_allowed')
      expect(allowedOrigin(answer)).toBe('https://evil.example')
      expect(answer.body).toEqual({
        error: {
          code: 'origin_not_allowed',
          message: 'This page’s origin is not among the store’s allowed origins.',
        },
      })
    }
  })
})
