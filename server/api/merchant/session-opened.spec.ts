import { describe, expect, test } from 'vitest'
import { aBuyer, aProduct, aSession, aStore } from '../../testing/builders.ts'
import { call } from '../../testing/http-call.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'
import { statementsOf } from '../../testing/statements.ts'

const { service, sql } = await openSpecService()

describe('contract §5: the first token of a page', () => {
  const openedAt = async (id: string) =>
    (
      await sql.rows<{ at: Date | null; xmin: string }>(
        'select opened_at as at, xmin from checkout_sessions where id = $1',
        [id],
      )
    )[0]

  test('the first token of a page opens the session, once, in one statement', async () => {
    const store = await aStore(service)
    await aProduct(service, store)
    const id = await aSession(service, store)
    expect((await openedAt(id))?.at).toBeNull()
    const names = await statementsOf(() => aBuyer(service, id))
    expect(names.filter((name) => name.includes('embedding'))).toEqual(['open-embedding'])
    const first = await openedAt(id)
    expect(first?.at).toBeInstanceOf(Date)
    await aBuyer(service, id)
    expect(await openedAt(id)).toEqual(first)
  })

  test('a token for an opaque origin opens nothing, whatever the store allows', async () => {
    const store = await aStore(service)
    await aProduct(service, store)
    const id = await aSession(service, store)
    const ask = (origin: string) =>
      call('POST', `${service.checkoutUrl}/${id}/token`, { body: {}, headers: { origin } })
    expect((await ask('null')).status).toBe(403)
    expect((await openedAt(id))?.at).toBeNull()
    expect((await ask('https://any.example')).status).toBe(200)
    expect((await openedAt(id))?.at).not.toBeNull()
  })

  test('a page that may not show the checkout opens no session', async () => {
    const listed = await aStore(service, { allowedOrigins: ['https://shop.example'] })
    await aProduct(service, listed)
    const id = await aSession(service, listed)
    const ask = (origin: string) =>
      call('POST', `${service.checkoutUrl}/${id}/token`, { body: {}, headers: { origin } })
    expect((await ask('https://other.example')).status).toBe(403)
    expect((await ask('null')).status).toBe(403)
    expect((await openedAt(id))?.at).toBeNull()
    expect((await ask('https://shop.example')).status).toBe(200)
    expect((await openedAt(id))?.at).not.toBeNull()
  })
})
