import { randomBytes, randomInt } from 'node:crypto'
import { createApiKey } from '../../server/auth/api-keys.ts'
import { createSecretToken } from '../../server/auth/secret-tokens.ts'
import { ids } from '../../server/auth/random.ts'
import { type Attack, anyAddress, oneAddressOf } from './attack.ts'
import { flood, pipeline } from './flood.ts'

const ORDINARY = { product: 'mug', kind: 'secret' } as const

/** Requests per second, and how many may wait for an answer. */
const PACE = { perSecond: 500, atOnce: 64 }

const READS = (port: number, address: string) =>
  [
    'GET /v1/products HTTP/1.1',
    `Host: localhost:${port}`,
    `Authorization: Bearer ${createApiKey('secret')}`,
    `X-Forwarded-For: ${address}`,
    '\r\n',
  ].join('\r\n')

const twoConnections = (name: string, addressOf: () => string): Attack => ({
  name,
  buyers: ORDINARY,
  async run({ port }, course) {
    const one = { port, ...PACE, make: () => READS(port, addressOf()) }
    await Promise.all([pipeline(one, course), pipeline(one, course)])
  },
})

/** Attacks by strangers, who know nothing. */
export const STRANGERS: Attack[] = [
  twoConnections('keys', () => '192.0.2.1'),
  twoConnections('keys, many addresses', anyAddress),
  {
    name: 'sessions',
    buyers: ORDINARY,
    run: ({ port }, course) =>
      flood(
        {
          ...PACE,
          make: () => {
            const path = `/checkout/${ids.session(ids.store())}`
            const headers = { 'x-forwarded-for': anyAddress(), accept: 'text/html' }
            const [method = 'GET', end = ''] =
              [
                ['GET', ''],
                ['POST', '/token'],
                ['GET', '/view'],
              ][randomInt(3)] ?? []
            return { port, method, path: path + end, headers }
          },
        },
        course,
      ),
  },
  {
    name: 'store cookies',
    buyers: ORDINARY,
    run: ({ port }, course) =>
      flood(
        {
          ...PACE,
          make: () => ({
            port,
            method: 'GET',
            path: '/store/orders',
            headers: {
              cookie: `__Host-sid=${createSecretToken()}`,
              'x-forwarded-for': anyAddress(),
            },
          }),
        },
        course,
      ),
  },
  {
    name: 'platform tokens',
    buyers: ORDINARY,
    run: ({ port }, course) =>
      flood(
        {
          ...PACE,
          make: () => ({
            port,
            method: 'GET',
            path: '/platform/v1/test-provider/payments',
            headers: {
              authorization: `Bearer ${randomBytes(24).toString('base64url')}`,
              'x-forwarded-for': anyAddress(),
            },
          }),
        },
        course,
      ),
  },
  {
    name: 'policy reports',
    buyers: ORDINARY,
    run: ({ port }, course) =>
      flood(
        {
          ...PACE,
          make: () => ({
            port,
            method: 'POST',
            path: '/_csp',
            headers: {
              'content-type': 'application/reports+json',
              'x-forwarded-for': oneAddressOf(1000),
            },
            body: REPORTS,
          }),
        },
        course,
      ),
  },
  {
    name: 'public key, one address',
    buyers: { product: 'mug', kind: 'public' },
    run: ({ port, shop }, course) =>
      flood(
        {
          ...PACE,
          make: () => ({
            port,
            method: 'POST',
            path: '/v1/checkout/sessions',
            headers: {
              authorization: `Bearer ${shop.publicKey}`,
              'content-type': 'application/json',
              'x-forwarded-for': '192.0.2.77',
            },
            body: '{"items":[{"product":"mug"}]}',
          }),
        },
        course,
      ),
  },
]

/** The most that one request may hold. */
const REPORTS = JSON.stringify(
  Array.from({ length: 100 }, () => ({
    type: 'csp-violation',
    body: { effectiveDirective: 'script-src', blockedURL: 'https://evil.example/a.js' },
  })),
)
