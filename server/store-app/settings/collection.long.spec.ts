import { describe, expect, test } from 'vitest'
import type { StoreResource } from '../../contract/platform/platform.ts'
import { aBuyer, aProduct, aSession, aStore, readSession } from '../../testing/builders.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'
import { aColleague, errorsIn, versionIn } from '../../testing/store/store-browser.ts'
import { textOf } from '../../testing/store/page-text.ts'
import { signInConfirms } from '../../testing/store/store-builders.ts'

const { service, sql } = await openSpecService()
await signInConfirms(sql)

const SHOP = {
  id: 'shop',
  name: 'Collect',
  fee: 0,
  kind: 'collection',
  place: { name: 'Loom <shop>', address: 'Calle Luna 4\n28004 Madrid', hours: 'Mon–Fri 9–18' },
}
const POST = { id: 'post', name: 'Post', fee: 490 }
const DELIVERY = '/settings/delivery'
const TYPED = {
  kind: 'collection',
  name: 'Pick it up',
  fee: '0',
  pointName: ' Loom shop ',
  pointAddress: ' Calle Luna 4\r\n28004 Madrid ',
  pointHours: ' Mon–Fri 9–18 ',
}

async function anOwnedStore(deliveryOptions: object[] = [POST, SHOP]) {
  const store = await aStore(service, { deliveryOptions })
  return { store, ...(await aColleague(service, sql, { store, role: 'owner' })) }
}

const optionsOf = async ({ id }: { id: string }) =>
  (await service.platform<StoreResource>('GET', `/stores/${id}`)).body.deliveryOptions

describe('Store application, Settings → Delivery: collection', () => {
  test('the delivery settings add a place of collection, change it, and go back to delivery', async () => {
    const { store, browser } = await anOwnedStore([POST])
    expect((await browser.post(DELIVERY, TYPED, { page: DELIVERY })).status).toBe(303)
    const [, added] = await optionsOf(store)
    const point = {
      name: 'Loom shop',
      address: 'Calle Luna 4\n28004 Madrid',
      hours: 'Mon–Fri 9–18',
    }
    expect(added).toEqual({
      id: expect.stringMatching(/^opt_/),
      name: 'Pick it up',
      fee: 0,
      kind: 'collection',
      place: point,
    })
    const page = `${DELIVERY}/option?id=${added!.id}`
    const change = async (fields: Record<string, string>) =>
      browser.post(
        `${DELIVERY}/option`,
        { ...TYPED, id: added!.id, version: versionIn(await browser.open(page)), ...fields },
        { page },
      )
    expect((await change({ pointHours: '', pointName: 'New shop' })).status).toBe(303)
    expect((await optionsOf(store))[1]).toEqual({
      ...added,
      place: { name: 'New shop', address: point.address },
    })
    expect((await change({ kind: 'delivery' })).status).toBe(303)
    expect((await optionsOf(store))[1]).toEqual({ id: added!.id, name: 'Pick it up', fee: 0 })
    expect(textOf(await browser.open('/settings/audit-log'))).toContain(
      'Collect at: Loom shop, Calle Luna 4, 28004 Madrid, Mon–Fri 9–18 → New shop, Calle Luna 4, 28004 Madrid',
    )
  })

  test('the delivery settings name what is wrong with a collection, and keep what was typed', async () => {
    const { store, browser } = await anOwnedStore([POST])
    const wrong = { pointName: '', pointAddress: 'x'.repeat(301), pointHours: 'y'.repeat(201) }
    const answer = await browser.post(DELIVERY, { ...TYPED, ...wrong }, { page: DELIVERY })
    expect(answer.status).toBe(422)
    expect(errorsIn(answer)).toEqual([
      'Enter the name of the place, of 1 to 120 characters.',
      'Enter the address of the place, of 1 to 300 characters.',
      'Shorten the opening hours to 200 characters.',
    ])
    expect(answer.text).toContain('<option value="collection" selected>')
    expect(answer.text).toContain('x'.repeat(301))
    expect(await optionsOf(store)).toEqual([POST])
  })

  test('a delivery form without a kind, as an older page sends it, is a delivery', async () => {
    const { store, browser } = await anOwnedStore([POST])
    await browser.post(DELIVERY, { name: 'Courier', fee: '5' }, { page: DELIVERY })
    expect((await optionsOf(store))[1]).toEqual({
      id: expect.any(String),
      name: 'Courier',
      fee: 500,
    })
  })

  test('delivery pages say where an option is collected, in the words of the store', async () => {
    const { browser } = await anOwnedStore()
    const { text } = await browser.open(DELIVERY)
    expect(text).toContain(
      'Collect at <bdi>Loom &lt;shop&gt;, Calle Luna 4, 28004 Madrid, Mon–Fri 9–18</bdi>',
    )
    const page = (await browser.open(`${DELIVERY}/option?id=shop`)).text
    expect(page).toContain('value="Loom &lt;shop&gt;"')
    expect(page).toContain('<option value="collection" selected>')
  })
})

describe('Store application, Orders: an order that is collected', () => {
  test('a collected order says so on its page, in the export and in its session', async () => {
    const { store, browser } = await anOwnedStore()
    await aProduct(service, store)
    const orderWith = async (option: string) => {
      const id = await aSession(service, store)
      const buyer = await aBuyer(service, id)
      await buyer.pay({ fulfillment: { method: 'DELIVERY', option, details: 'Calle Mayor 1' } })
      const { order } = (await readSession(service, store, id)).body
      return { id, number: order!.orderNumber }
    }
    const [collected, delivered] = [await orderWith('shop'), await orderWith('post')]
    const page = await browser.open(`/orders/${collected.number}`)
    expect(page.text).toMatch(/<h2 id="delivery">Collect at <bdi>Loom &lt;shop&gt;<\/bdi><\/h2>/)
    expect(page.text).toContain('<dt>Collection</dt>')
    const other = await browser.open(`/orders/${delivered.number}`)
    expect(other.text).toContain('<h2 id="delivery">Delivery</h2>')
    expect(other.text).toContain('<dt>Delivery</dt>')
    const file = (await browser.open('/orders/export')).text
    expect(file).toContain('"Collect at Loom <shop>, Calle Luna 4\n28004 Madrid"')
    expect(file).toContain('"Post, Calle Mayor 1"')
    expect(textOf(await browser.open(`/sessions/${collected.id}`))).toContain(
      'Collect : Free, collect at Loom &lt;shop&gt;',
    )
  })
})
