import { expect, test } from 'vitest'
import { aProduct, aStore } from '../../testing/builders.ts'
import { call } from '../../testing/http-call.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'
import { statementsOf } from '../../testing/statements.ts'

/** Each costs one statement that reads, so that more of them would show nothing else. */
const HITS = 2_000
const AT_ONCE = 20
const LOOKERS = ['Googlebot/2.1', 'WhatsApp/2.23', 'Slackbot-LinkExpanding 1.0', 'Mozilla/5.0']

const { service, sql } = await openSpecService()

test('contract §7: thousands of hits of crawlers, link previews and prefetches open no session', async () => {
  const store = await aStore(service)
  await aProduct(service, store)
  const link = `${service.checkoutUrl}/buy/${store.id}/mug`
  let hits = 0
  const look = async () => {
    while (hits < HITS) {
      const hit = hits++
      const { status } = await call(hit % 5 ? 'GET' : 'HEAD', `${link}?utm_source=${hit}`, {
        headers: {
          'user-agent': LOOKERS[hit % LOOKERS.length] ?? '',
          ...(hit % 2 && { 'sec-purpose': 'prefetch' }),
          'x-forwarded-for': `198.51.${(hit >> 8) % 256}.${hit % 256}`,
        },
      })
      expect(status).toBe(200)
    }
  }
  const names = await statementsOf(() => Promise.all(Array.from({ length: AT_ONCE }, look)))
  expect(names.filter((name) => name === 'find-offer')).toHaveLength(HITS)
  expect(await sql.rows('select from checkout_sessions')).toEqual([])
}, 300_000)
