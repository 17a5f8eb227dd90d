import { describe, expect, test } from 'vitest'
import { call } from '../../testing/http-call.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'
import { createTestClocks } from '../../testing/test-clocks.ts'

const { service } = await openSpecService({ clocks: createTestClocks() })

const open = (path: string, network: string) =>
  call<string>('GET', `${service.baseUrl}/store${path}`, {
    headers: { 'x-forwarded-for': network },
  })

describe('Store application, every page: how often it may be asked for', () => {
  test('a network that floods the pages is held up, and nobody else is', async () => {
    const answers = await Promise.all(
      Array.from({ length: 250 }, (_, index) => open('/orders', `2001:db8::${index}`)),
    )
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(150)
    for (const { headers, text } of refused) {
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
      expect(text).toContain('Too many requests')
    }
    expect((await open('/icon.svg', '2001:db8::1')).status).toBe(200)
    expect((await open('/new', '2001:db8:0:1::1')).status).toBe(200)
  })
})
