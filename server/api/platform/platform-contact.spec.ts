import { describe, expect, test } from 'vitest'
import type { CheckoutView } from '../../contract/buyer.ts'
import type { StoreResource } from '../../contract/platform/platform.ts'
import { type TestStore, aBuyer, aProduct, aSession, aStore } from '../../testing/builders.ts'
import { expectError } from '../../testing/expect-error.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'

const { service, sql } = await openSpecService()

const STORE = { name: 'Loom & Co', plan: 'pro', currency: 'EUR' }

const patch = ({ id }: TestStore, fields: unknown) =>
  service.platform<StoreResource>('PATCH', `/stores/${id}`, fields)

describe('contract §4: how buyers reach a store', () => {
  test('a store’s contact is shown where it is set, told to buyers, and in the audit log', async () => {
    const store = await aStore(service, { contactEmail: 'help@loom.example' })
    expect(store).toMatchObject({ contactEmail: 'help@loom.example' })
    expect(store).not.toHaveProperty('contactPhone')
    const contact = { contactEmail: 'hello@loom.example', contactPhone: '+34 600 123 456' }
    const { keys: _, ...before } = store
    const expected = { ...before, ...contact }
    expect((await patch(store, contact)).body).toEqual(expected)
    expect((await patch(store, { name: store.name })).body).toEqual(expected)
    expect((await service.platform('GET', `/stores/${store.id}`)).body).toEqual(expected)
    await aProduct(service, store)
    const buyer = await aBuyer(service, await aSession(service, store))
    const { body } = await buyer.send<CheckoutView>('GET', 'view')
    expect(body.store).toMatchObject(contact)
    expect(
      await sql.rows(
        "select actor, details from audit_log where store_id = $1 and action = 'store.changed'",
        [store.id],
      ),
    ).toEqual([
      {
        actor: 'platform',
        details: {
          contactEmail: { from: 'help@loom.example', to: 'hello@loom.example' },
          contactPhone: { from: null, to: '+34 600 123 456' },
        },
      },
    ])
  })

  test.each<[Record<string, unknown>, RegExp]>([
    [{ contactEmail: '' }, /^contactEmail: must be an email address$/],
    [{ contactEmail: null }, /^contactEmail: /],
    [{ contactEmail: `${'x'.repeat(250)}@b.example` }, /^contactEmail: /],
    [{ contactPhone: '123456' }, /^contactPhone: must be a phone number of 7 to 15 digits$/],
    [{ contactPhone: '1234567890123456' }, /^contactPhone: /],
    [{ contactPhone: ' +34 600 123 456' }, /^contactPhone: /],
    [{ contactPhone: 'call 600 123 456' }, /^contactPhone: /],
    [{ contactPhone: `600 123 456${' '.repeat(30)}` }, /^contactPhone: /],
    [{ contactPhone: null }, /^contactPhone: /],
  ])(
    'the contact %j is refused when a store is made and when it is changed',
    async (fields, message) => {
      const made = await service.platform('POST', '/stores', { ...STORE, ...fields })
      expectError(made, 400, 'invalid_request', message)
      expectError(await patch(await aStore(service), fields), 400, 'invalid_request', message)
    },
  )
})
