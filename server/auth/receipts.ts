import { type CryptoKey, SignJWT, importJWK } from 'jose'
import { createRecent } from '../admission/recent.ts'
import type { CheckoutSession } from '../checkout/session.ts'
import { deriveReceiptKey, toPublicKey } from './key-material.ts'

const ALGORITHM = 'ES256'
const TYPE = 'checkout-receipt+jwt'

/** Some 600 bytes each. */
const MAX_REMEMBERED = 5_000

export type PaidSession = Extract<CheckoutSession, { state: 'complete' }>

export type Receipts = Awaited<ReturnType<typeof createReceipts>>

/**
 * Signed words of ours that a session was paid (contract §3), which whoever has them can verify
 * without asking. `materials`: one or two secret texts; the first one signs, the public halves of
 * both are shown.
 */
export async function createReceipts({
  materials,
  issuer,
}: {
  materials: string[]
  issuer: string
}) {
  const keys = await Promise.all(materials.map(deriveReceiptKey))
  const [signing] = keys
  if (!signing) throw new Error('at least one signing key is needed')
  const privateKey = (await importJWK(signing, ALGORITHM)) as CryptoKey
  const remembered = createRecent<Promise<string>>(MAX_REMEMBERED)

  // `iat` is the second of the payment: however often and wherever it is read, it says the same.
  const sign = ({ id, store, order, quote: { currency } }: PaidSession) =>
    new SignJWT({
      order_id: order.orderNumber,
      amount: order.amountTotal,
      currency,
      paid_at: order.paidAt,
      ...(store.isTest && { test: true }),
    })
      .setProtectedHeader({ alg: ALGORITHM, kid: signing.kid, typ: TYPE })
      .setIssuer(issuer)
      .setSubject(id)
      .setIssuedAt(Math.floor(Date.parse(order.paidAt) / 1000))
      .sign(privateKey)

  return {
    /** As `/.well-known/jwks.json` shows them. */
    publicKeys: keys.map((key) => toPublicKey(key, ALGORITHM)),

    /** Signed at the first read in this process, and kept for those that follow. */
    of(session: PaidSession): Promise<string> {
      // A payment whose commit a failover has lost may be written again, as another moment's.
      const name = `${session.id} ${session.order.paidAt}`
      const known = remembered.find(name)
      if (known) return known
      const receipt = sign(session)
      remembered.put(name, receipt)
      receipt.catch(() => remembered.forget(name))
      return receipt
    },
  }
}
