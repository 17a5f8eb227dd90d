import { expect, test } from 'vitest'
import { aProduct, aSession, aStore } from '../../testing/builders.ts'
import type { CallOptions } from '../../testing/http-call.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'

const { service } = await openSpecService()
const store = await aStore(service, { allowedOrigins: ['https://shop.example'] })
await aProduct(service, store)
const session = await aSession(service, store)

const SESSIONS = '/v1/checkout/sessions'
const { secret, public: publicKey } = store.keys

const CASES: [about: string, method: 'GET' | 'POST', path: string, options: CallOptions][] = [
  [
    'a session is created',
    'POST',
    SESSIONS,
    { token: secret, body: { items: [{ product: 'mug' }] } },
  ],
  [
    'a page creates one',
    'POST',
    SESSIONS,
    {
      token: publicKey,
      headers: { origin: 'https://shop.example' },
      body: { items: [{ product: 'mug' }] },
    },
  ],
  [
    'a product that there is not',
    'POST',
    SESSIONS,
    { token: secret, body: { items: [{ product: 'x' }] } },
  ],
  ['no JSON', 'POST', SESSIONS, { token: secret, text: '{' }],
  ['too large a body', 'POST', SESSIONS, { token: secret, text: `"${'x'.repeat(20_000)}"` }],
  ['no key', 'POST', SESSIONS, { body: {} }],
  [
    'a page that may not',
    'POST',
    SESSIONS,
    { token: publicKey, headers: { origin: 'https://x.example' } },
  ],
  ['a session is read', 'GET', `${SESSIONS}/${session}`, { token: secret }],
  ['a session that there is not', 'GET', `${SESSIONS}/cs_${'a'.repeat(32)}`, { token: secret }],
  ['no session’s name', 'GET', `${SESSIONS}/x`, { token: secret }],
  ['a public key reads', 'GET', `${SESSIONS}/${session}`, { token: publicKey }],
]

/** What stays the same whenever the same is asked. */
const lasting = ({ status, headers, text }: Awaited<ReturnType<typeof service.call>>) => ({
  status,
  text: text.replaceAll(/cs_\w{32}/g, 'cs_'),
  headers: Object.fromEntries(
    [...headers].flatMap(([name, value]) =>
      /^(?:date|request-id|ratelimit-.*)$/.test(name)
        ? [[name, name]]
        : [[name, value.replaceAll(/cs_\w{32}/g, 'cs_')]],
    ),
  ),
})

test.each(CASES)(
  'performance: %s: Express and the way before it give the same answer',
  async (...[, method, path, options]) => {
    const hot = await service.call(method, path, options)
    // An address that is not spelled exactly so is served by Express.
    const inExpress = await service.call(method, `${path}?`, options)
    expect(lasting(hot)).toEqual(lasting(inExpress))
  },
)
