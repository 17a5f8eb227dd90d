import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { checkCache, checkMail, checkProvider, judgeRedis } from './neighbours.ts'

const WELL = { version: '7.0.15', policy: 'allkeys-lru', usedBytes: 1, mostBytes: 4 }

test.each([
  [WELL, []],
  [{ ...WELL, version: '6.2.1' }, ['Redis']],
  [{ ...WELL, version: '10.0.0' }, []],
  [{ ...WELL, policy: 'noeviction' }, ['Redis memory']],
  [{ ...WELL, policy: 'noeviction', mostBytes: 0 }, []],
])('contract §1, doctor: of Redis with %o it finds %o wrong', (diagnosis, wrong) => {
  const found = judgeRedis(diagnosis).filter(({ advice }) => advice !== undefined)
  expect(found.map(({ subject }) => subject)).toEqual(wrong)
})

test('contract §1, doctor: says how full Redis is', () => {
  expect(judgeRedis(WELL)[1]?.is).toBe('allkeys-lru, 25 % used')
})

test.each([true, false])(
  'contract §1, doctor: no mail server and no real provider are wrong in production: %s',
  async (isProduction) => {
    const config = { isProduction, baseUrl: 'http://localhost', stripe: undefined, smtp: undefined }
    const found = [
      ...(await checkMail(config)),
      ...(await checkProvider({ ...config, paymentProvider: 'test' })),
      ...(await checkCache({ redisUrl: undefined })),
    ]
    expect(found.map(({ advice }) => advice !== undefined)).toEqual([
      isProduction,
      isProduction,
      false,
    ])
  },
)

test.each([
  [{ livemode: true, isProduction: true }, false],
  [{ livemode: true, isProduction: false }, true],
  [{ livemode: false, isProduction: true }, true],
  [{ livemode: false, isProduction: false }, false],
])(
  'contract §1, doctor: Stripe’s mode is that of NODE_ENV, or wrong: %o',
  async ({ livemode, isProduction }, isWrong) => {
    const stripe = createServer((request, response) => {
      const isBalance = request.url?.startsWith('/v1/balance')
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(isBalance ? { livemode } : { data: [] }))
    })
    onTestFinished(() => void stripe.close())
    await once(stripe.listen(0, '127.0.0.1'), 'listening')
    const [mode, notifications] = await checkProvider({
      paymentProvider: 'stripe',
      stripe: {
        secretKey: 'sk_test_1',
        publishableKey: 'pk_test_1',
        webhookSecrets: ['whsec_1'],
        apiBase: `http://127.0.0.1:${(stripe.address() as AddressInfo).port}`,
        scriptUrl: undefined,
      },
      baseUrl: 'https://shop.example',
      isProduction,
    })
    expect(mode?.advice !== undefined).toBe(isWrong)
    expect(notifications?.is).toMatch(/^Stripe has no webhook endpoint/)
  },
)
