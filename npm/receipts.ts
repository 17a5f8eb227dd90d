import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload } from 'jose'
import { HostedCheckoutError } from './errors.ts'

/** What the service has signed: that this session was paid. It says nothing about later refunds. */
export type Receipt = {
  sessionId: string
  orderNumber: string
  /** In the minor unit of `currency`. */
  amount: number
  currency: string
  paidAt: string
  /** Whether it is of a test store, where no real money moved. */
  isTest: boolean
}

/** The errors of jose when the keys could not be read. The receipt is not at fault then. */
const UNREAD = ['ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID', 'ERR_JOSE_GENERIC']

/**
 * Verifies receipts (`Checkout-Receipt`) with the keys that the service publishes. They are read
 * when they are needed. No API key is needed, so anybody with a receipt can do it.
 */
export function createReceiptVerifier(baseUrl: string): (receipt: string) => Promise<Receipt> {
  const issuer = baseUrl.replace(/\/+$/, '')
  const keys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`))
  return async (receipt) => {
    try {
      const { payload } = await jwtVerify(receipt, keys, {
        algorithms: ['ES256'],
        typ: 'checkout-receipt+jwt',
        issuer,
        requiredClaims: ['sub', 'iat', 'order_id', 'amount', 'currency', 'paid_at'],
      })
      return toReceipt(payload)
    } catch (cause) {
      throw new HostedCheckoutError(
        isUnread(cause)
          ? { code: 'unreachable', message: `The keys of ${issuer} cannot be read.` }
          : { code: 'invalid_receipt', message: `Not signed by ${issuer}, or not as a receipt.` },
        { cause },
      )
    }
  }
}

/** What the service wrote, after its signature was verified. */
const toReceipt = (claims: JWTPayload): Receipt => ({
  sessionId: claims.sub as string,
  orderNumber: claims['order_id'] as string,
  amount: claims['amount'] as number,
  currency: claims['currency'] as string,
  paidAt: claims['paid_at'] as string,
  isTest: claims['test'] === true,
})

const isUnread = (error: unknown) =>
  !(error instanceof errors.JOSEError) || UNREAD.includes(error.code)
