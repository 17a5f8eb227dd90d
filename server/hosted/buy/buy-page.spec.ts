import { describe, expect, test } from 'vitest'
import { type TestStore, aProduct, aStore } from '../../testing/builders.ts'
import { call } from '../../testing/http-call.ts'
import { searchProblems } from '../../testing/search-rules.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'

const { service } = await openSpecService()
const store = await aStore(service)

const linkOf = ({ id }: Pick<TestStore, 'id'>, rest: string) =>
  `${service.checkoutUrl}/buy/${id}/${rest}`

const show = (address: string) =>
  call<string>('GET', address, { headers: { 'accept-language': 'en' } })

describe('contract §7: a page that can be found', () => {
  test('the page describes itself in one short line, and keeps the rules of searches', async () => {
    const long = `Woven in Galicia,\n${'by hand and with care '.repeat(20)}`
    await aProduct(service, store, { slug: 'short', description: 'Woven in Galicia.' })
    await aProduct(service, store, { slug: 'long', description: long })
    await aProduct(service, store, { slug: 'plain', name: 'Plain mug' })
    const described = async (slug: string) => {
      const { text, headers } = await show(linkOf(store, slug))
      expect(searchProblems(text)).toEqual([])
      expect(headers.get('x-robots-tag')).toBeNull()
      return /<meta name="description" content="([^"]*)">/.exec(text)?.[1] ?? ''
    }
    expect(await described('short')).toBe('Woven in Galicia.')
    expect(await described('plain')).toBe('Plain mug — Loom &amp; Co')
    expect(await described('long')).toMatch(/^Woven in Galicia, by hand and .{90,140}…$/)
  })
})
