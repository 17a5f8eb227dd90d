import { describe, expect, test } from 'vitest'
import { call } from '../testing/http-call.ts'
import { openSpecService } from '../testing/spec-service.ts'

const { service } = await openSpecService()

describe('contract §5: what merchants’ pages load', () => {
  test('the script for merchants’ pages comes whole, and to GET alone', async () => {
    for (const file of ['hosted-checkout.js', 'integrity.json']) {
      const url = `${service.checkoutUrl}/${file}`
      const part = await call('GET', url, { headers: { range: 'bytes=0-1' } })
      expect(part.status).toBe(200)
      expect(part.text).toBe((await call('GET', url)).text)
      const sent = await call('POST', url, { body: {} })
      expect([sent.status, sent.headers.get('allow')]).toEqual([405, 'GET'])
      expect(sent.body).toMatchObject({ error: { code: 'method_not_allowed' } })
      expect((await call('HEAD', url)).status).toBe(200)
    }
    expect((await call('GET', `${service.checkoutUrl}/hosted-checkout-none.js`)).status).toBe(404)
  })

  test('an error of the element leads to the page that explains it', async () => {
    const { status, headers } = await call('GET', `${service.checkoutUrl}/docs`)
    expect([status, headers.get('location')]).toEqual([302, `${service.baseUrl}/docs/embed`])
    const guide = await call('GET', `${service.baseUrl}/docs/embed`)
    expect(guide.text).toContain('id="when-it-cannot-be-shown"')
  })
})
