import { describe, expect, test } from 'vitest'
import { DeliveryOption } from '../../contract/delivery.ts'
import { collectionPointOf, detailsOf } from './collection.ts'

const POINT = { name: 'Loom shop', address: 'Calle Luna 4\n28004 Madrid', hours: 'Mon–Fri 9–18' }
const COLLECT: DeliveryOption = {
  id: 'shop',
  name: 'Collect',
  fee: 0,
  kind: 'collection',
  place: POINT,
}
const POST: DeliveryOption = { id: 'post', name: 'Post', fee: 490 }
const AT_SHOP = 'Collect, Loom shop, Calle Luna 4\n28004 Madrid'

describe('contract §4: delivery options of two kinds', () => {
  test('a delivery goes where the buyer says, and nowhere without that', () => {
    expect(detailsOf(POST, 'Calle Mayor 1')).toBe('Post, Calle Mayor 1')
    expect([detailsOf(POST), detailsOf(POST, ''), detailsOf(POST, ' \n')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  test('a collection is where the store says, whatever was sent', () => {
    expect([detailsOf(COLLECT), detailsOf(COLLECT, 'My own house')]).toEqual([AT_SHOP, AT_SHOP])
  })

  test('an order says by its details whether it is collected', () => {
    const options = [{ ...POST, name: 'Collect' }, POST, COLLECT]
    expect(collectionPointOf(options, AT_SHOP)).toEqual(POINT)
    for (const details of ['Collect', 'Collect, Loom shop', 'Post, Calle Mayor 1', `${AT_SHOP} 2`])
      expect(collectionPointOf(options, details)).toBeUndefined()
  })

  test.each([
    ['a kind of its own alone', { kind: 'delivery' }, true],
    ['a place for its collection', { kind: 'collection', place: POINT }, true],
    ['a place without hours', { kind: 'collection', place: { name: 'A', address: 'B' } }, true],
    ['a collection without a place', { kind: 'collection' }, false],
    ['a delivery with a place', { kind: 'delivery', place: POINT }, false],
    ['a place without a kind', { place: POINT }, false],
    ['another kind', { kind: 'drone' }, false],
    ['a place without an address', { kind: 'collection', place: { name: 'A' } }, false],
    [
      'an address of 301 characters',
      { kind: 'collection', place: { name: 'A', address: 'x'.repeat(301) } },
      false,
    ],
    ['more of a place', { kind: 'collection', place: { ...POINT, map: 'https://x' } }, false],
  ])('an option may have %s: %o is %s', (_what, fields, isTaken) => {
    expect(DeliveryOption.safeParse({ ...POST, ...fields }).success).toBe(isTaken)
  })
})
