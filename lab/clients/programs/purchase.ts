const { SECRET_KEY = '', BASE_URL = '', CHECKOUT_URL = '', FRAME_URL = '' } = process.env

export { BASE_URL, CHECKOUT_URL, FRAME_URL }

export const WITH_KEY = { Authorization: `Bearer ${SECRET_KEY}` }

/** The `Origin` that a browser sends from that page. */
export const FROM_PAGE = { Origin: CHECKOUT_URL === '' ? '' : new URL(CHECKOUT_URL).origin }

/** Without a quantity, because no generated type may demand a field with a default. */
export const SALE = { items: [{ product: 'mug' }] as [{ product: string }] }

export const CARD = { number: '4242424242424242', expMonth: 12, expYear: 2040, cvc: '123' }

export const BUYER = {
  customer: { name: 'Ana Example', phone: '+34 600 123 456' },
  fulfillment: {
    method: 'DELIVERY' as const,
    option: 'standard',
    details: 'Calle Mayor 1, Madrid',
  },
}

export const idIn = (url: string) => url.split('/').at(-1) ?? ''

/** Returns the value or ends: no step of a purchase can be left out. */
export function insist<Value>(value: Value | undefined, refusal: unknown): Value {
  if (value === undefined) throw new Error(`refused: ${JSON.stringify(refusal)}`)
  return value
}

export const tell = (orderNumber: string) => console.log(`complete ${orderNumber}`)
