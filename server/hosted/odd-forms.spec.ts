import { expect, test } from 'vitest'
import { aProduct, aSession, aStore } from '../testing/builders.ts'
import { call } from '../testing/http-call.ts'
import { openSpecService } from '../testing/servers/spec-service.ts'

// It also fails when an odd form is logged as a failure of ours.
const { service } = await openSpecService()

const FORM = 'application/x-www-form-urlencoded'
const store = await aStore(service)
await aProduct(service, store)
const id = await aSession(service, store)
const { checkoutUrl, paymentFrameUrl, baseUrl } = service
const receipt = `receipt=${'a'.repeat(32)}`
const challenge = 'a'.repeat(32)

test.each([
  ['buy link', `${checkoutUrl}/buy/${store.id}/mug`, 'text/html'],
  ['withdrawal', `${checkoutUrl}/withdraw`, 'text/html'],
  ['hosted page', `${checkoutUrl}/${id}`, 'text/html'],
  ['card page', `${paymentFrameUrl}/${id}/card`, 'text/html'],
  ['correction of an address', `${checkoutUrl}/${id}/email?${receipt}`, 'text/html'],
  ['question of the test bank', `${paymentFrameUrl}/challenges/${challenge}`, 'application/json'],
  ['store application', `${baseUrl}/store/sign-in`, 'text/html'],
])(
  'security §26: a form that no browser sends is refused, and no failure: %s',
  async (_, address, type) => {
    const { origin } = new URL(address)
    const send = (text: string, headers: Record<string, string> = {}) =>
      call('POST', address, { text, headers: { 'content-type': FORM, origin, ...headers } })
    const answers = [
      await send('a=&'.repeat(1001)),
      await send('a=b', { 'content-type': `${FORM}; charset=utf-7` }),
      await send('a=b', { 'content-encoding': 'gzip' }),
      await send('a=%00'),
      await send('a'.repeat(70_000)),
    ]
    for (const { status, headers } of answers) {
      expect(status).toBeLessThan(500)
      if (status >= 400) expect(headers.get('content-type')).toContain(type)
    }
  },
)
