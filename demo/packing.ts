import { createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from 'jose'
import type { ReadSession } from './checkout-api.ts'

export type Packing =
  | { msg: 'order to pack'; orderNumber: string; product: string | undefined; quantity: number }
  | { msg: 'order not packed'; why: string }

/** The errors of jose when the keys could not be read. The receipt is not at fault then. */
const UNREAD = ['ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID', 'ERR_JOSE_GENERIC']

/** The keys with which this checkout signs its receipts. Anybody may read them. */
export const receiptKeysOf = (baseUrl: string) =>
  createRemoteJWKSet(new URL(`${baseUrl}/.well-known/jwks.json`))

/**
 * The shop's packers have no key for the checkout. They pack an order when it comes with a receipt
 * that the checkout has signed for exactly this order.
 */
export async function packOrder(
  { order, metadata, receipt }: ReadSession,
  { issuer, keys }: { issuer: string; keys: JWTVerifyGetKey },
): Promise<Packing> {
  if (!order || !receipt) return { msg: 'order not packed', why: 'It comes without a receipt.' }
  const { orderNumber, quantity, amountTotal } = order
  try {
    const { payload } = await jwtVerify(receipt, keys, {
      algorithms: ['ES256'],
      typ: 'checkout-receipt+jwt',
      issuer,
    })
    if (payload['order_id'] !== orderNumber || payload['amount'] !== amountTotal)
      return { msg: 'order not packed', why: 'Its receipt is for something else.' }
    return { msg: 'order to pack', orderNumber, product: metadata?.product, quantity }
  } catch (error) {
    if (!(error instanceof errors.JOSEError) || UNREAD.includes(error.code)) throw error
    return { msg: 'order not packed', why: `Its receipt is not good: ${error.message}` }
  }
}
