import { describe, expect, test } from 'vitest'
import { aProduct, aStore } from '../testing/builders.ts'
import { expectError } from '../testing/expect-error.ts'
import { openSpecService } from '../testing/servers/spec-service.ts'

const { service } = await openSpecService()
const store = await aStore(service, { allowedOrigins: ['https://shop.example'] })
await aProduct(service, store)

const create = (field: string, address: string, token = store.keys.secret) =>
  service.call('POST', '/v1/checkout/sessions', {
    token,
    body: { items: [{ product: 'mug' }], [field]: address },
  })

const FIELDS = ['successUrl', 'cancelUrl'] as const

/** No key may send a buyer there. */
const NEVER = [
  '',
  ' ',
  '/',
  '//evil.example',
  '///evil.example',
  '\\\\evil.example',
  '/\\evil.example',
  '\\/\\/evil.example',
  '.',
  '?x',
  '#x',
  'evil.example',
  'evil.example/x',
  'www.evil.example',
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'java\nscript:alert(1)',
  'java\tscript:alert(1)',
  ' javascript:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript://shop.example/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'blob:https://shop.example/x',
  'file:///etc/passwd',
  'ftp://shop.example',
  'ws://shop.example',
  'about:blank',
  'mailto:a@b',
  'intent://x',
  'tel:1',
  'http://shop.example',
  'http://shop.example/',
  'HTTP://shop.example',
  'http://evil.localhost.example',
  'http://127.0.0.1.evil.example',
  'http://localhost.evil.example',
  'http://10.0.0.1',
  'http://169.254.169.254/',
  'http://0.0.0.0',
  'https:evil.example',
  'https:/evil.example',
  'https:///evil.example',
  'https:\\\\evil.example',
  'https:\\evil.example',
  'https:/\\evil.example',
  'https://\\evil.example',
  'https://',
  'https:',
  'https://?',
  'https://#',
  'https:// /',
  'https://shop.example@evil.example',
  'https://user:pass@shop.example',
  'https://user@shop.example',
  'https://:pass@shop.example',
  'https://shop.example:443@evil.example',
  'https://shop.example%40@evil.example',
  'https://@evil.example',
  'https://:@evil.example',
  'https://shop.example\\@evil.example',
  'https://shop.example\\.evil.example',
  'https://shop.example/\\evil',
  'https://shop.example\t.evil.example',
  'https://shop.example\n.evil.example',
  'https://shop.example/ x',
  'https://shop.example/\u0000',
  'https://shop.example/\u0001',
  'https://shop.example/\u007f',
  'https://shop.example/\u0085',
  'https://shop.example/\u2028',
  'https://shop.example/\u00a0',
  '\ufeffhttps://shop.example',
  'https://shop.example/\u202Eevil',
  'https://shop.example/\u2066x\u2069',
  'https://shop.example/\u200F',
  'https://shop.example/\u061C',
  'https://shop.example/\ud800',
  'https://[::1',
  'https://shop.example:99999',
  'https://shop.example:x',
  'https://sh op.example',
  'https://%zz',
  'https://a..b\\',
  'https://<script>',
  `https://shop.example/${'x'.repeat(2048)}`,
]

/** A secret key may, a public key may not: these are not the store's own. */
const ELSEWHERE = [
  'https://evil.example',
  'https://shop.example.evil.example',
  'https://evilshop.example',
  'https://shop.example:8443',
  'https://sub.shop.example',
  'https://shop.example.',
  'https://shop.example%2eevil.example',
  'https://xn--shp-sna.example',
  'https://shoр.example',
  'https://evil.example/https://shop.example',
  'https://evil.example?https://shop.example',
  'https://evil.example#@shop.example',
  'http://localhost:3000',
  'http://127.0.0.1',
  'http://[::1]:8080/',
  'http://shop.localhost/x',
]

const OWN = [
  'https://shop.example',
  'https://shop.example/',
  'HTTPS://SHOP.EXAMPLE/x',
  'https://shop.example:443/x',
  'https://shop.example/a?b=c&session_id=x#d',
  'https://shop.example/%E2%80%AE',
  'https://shop.example/é',
  'https://shop.example/@x',
  'https://shop.example/?u=https://evil.example',
]

describe('spec §4.1 Create session: where the buyer is returned to', () => {
  test.each(NEVER)('a buyer is not returned to %j', async (address) => {
    for (const field of FIELDS) {
      for (const token of Object.values(store.keys))
        expectError(
          await create(field, address, token),
          400,
          'invalid_request',
          new RegExp(`^${field}: `),
        )
    }
  })

  test.each(ELSEWHERE)(
    'a buyer is returned to %j with a secret key, not with a public one',
    async (address) => {
      for (const field of FIELDS) {
        expect(await create(field, address)).toMatchObject({ status: 201 })
        expectError(
          await create(field, address, store.keys.public),
          400,
          'invalid_request',
          new RegExp(`^${field}: `),
        )
      }
    },
  )

  test.each(OWN)('a buyer is returned to %j with either key', async (address) => {
    for (const field of FIELDS) {
      for (const token of Object.values(store.keys))
        expect(await create(field, address, token)).toMatchObject({ status: 201 })
    }
  })
})
