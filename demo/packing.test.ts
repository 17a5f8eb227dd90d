import {
  type CryptoKey,
  SignJWT,
  createLocalJWKSet,
  errors,
  exportJWK,
  generateKeyPair,
} from 'jose'
import { describe, expect, test } from 'vitest'
import type { ReadSession } from './checkout-api.ts'
import { packOrder } from './packing.ts'

const ISSUER = 'https://checkout.example'
const ORDER = { orderNumber: '7K3M9-QX2RT', quantity: 2, amountTotal: 4900 }

const own = await generateKeyPair('ES256')
const keys = createLocalJWKSet({ keys: [await exportJWK(own.publicKey)] })
const strangers = await generateKeyPair('ES256')

type How = { key?: CryptoKey; typ?: string; issuer?: string; order?: string; amount?: number }

const sign = ({
  key = own.privateKey,
  typ = 'checkout-receipt+jwt',
  issuer = ISSUER,
  order = ORDER.orderNumber,
  amount = ORDER.amountTotal,
}: How = {}) =>
  new SignJWT({ order_id: order, amount })
    .setProtectedHeader({ alg: 'ES256', typ })
    .setIssuer(issuer)
    .sign(key)

const pack = (receipt: string | null) =>
  packOrder(
    { status: 'complete', order: ORDER, metadata: { product: 'mug' }, receipt } as ReadSession,
    { issuer: ISSUER, keys },
  )

describe('contract §1: the demo shop, an order is packed', () => {
  test('the shop packs an order when the checkout has signed that it was paid', async () => {
    expect(await pack(await sign())).toEqual({
      msg: 'order to pack',
      orderNumber: ORDER.orderNumber,
      product: 'mug',
      quantity: 2,
    })
  })

  test.each<[string, How]>([
    ['of somebody else', { key: strangers.privateKey }],
    ['of another checkout', { issuer: 'https://elsewhere.example' }],
    ['that is a token of another kind', { typ: 'JWT' }],
    ['for another order', { order: '00000-00000' }],
    ['for another amount', { amount: 1 }],
  ])('the shop packs no order with a receipt %s', async (_what, how) => {
    expect(await pack(await sign(how))).toMatchObject({ msg: 'order not packed' })
  })

  test('an order is packed later when the keys cannot be read now', async () => {
    const session = { order: ORDER, receipt: await sign() } as ReadSession
    const unread = async () => {
      throw new errors.JWKSTimeout()
    }
    await expect(packOrder(session, { issuer: ISSUER, keys: unread })).rejects.toThrow('timed out')
  })

  test('the shop packs no order without a receipt', async () => {
    expect(await pack(null)).toMatchObject({ msg: 'order not packed' })
  })
})
