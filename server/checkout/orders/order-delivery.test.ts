import { describe, expect, test } from 'vitest'
import type { DeliveryOption } from '../../contract/delivery.ts'
import type { Order } from '../../contract/order.ts'
import { detailsOf } from '../sessions/collection.ts'
import { optionOf } from './order-delivery.ts'
import type { Quote } from '../sessions/session.ts'

const POINT = { name: 'Loom shop', address: 'Calle Luna 4' }
const POST: DeliveryOption = { id: 'post', name: 'Post', fee: 490 }
const INSURED: DeliveryOption = { id: 'insured', name: 'Post, insured', fee: 900 }
const COLLECT: DeliveryOption = { id: 'shop', name: 'Post', fee: 0, place: POINT }
const quote = { deliveryOptions: [POST, COLLECT, INSURED] } as Quote

const optionIn = (details: string, deliveryOption: string | null) =>
  optionOf({ quote, deliveryOption }, {
    fulfillment: { method: 'DELIVERY', details, fee: 0 },
  } as Order)

describe('checkout page §4: the delivery option of an order', () => {
  test.each([POST, INSURED, COLLECT])(
    'the option on record counts, whatever others are called',
    (option) => {
      expect(optionIn(detailsOf(option, 'Calle Mayor 1') ?? '', option.id)).toBe(option)
    },
  )

  test.each([
    ['Post, Calle Mayor 1', POST],
    ['Post', POST],
    ['Post, Loom shop, Calle Luna 4', POST],
    ['Postal, Calle Mayor 1', undefined],
    ['•••', undefined],
  ])(
    'an order from before is read by the option that its text begins with: %s',
    (details, option) => {
      expect(optionIn(details, null)).toBe(option)
    },
  )
})
