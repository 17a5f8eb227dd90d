import { type CryptoKey, FlattenedSign, SignJWT, importJWK } from 'jose'
import { createRecent } from '../cache/memory/recent.ts'
import type { Order } from '../contract/order.ts'
import { deriveReceiptKey, toPublicKey } from './key-material.ts'

const ALGORITHM = 'ES256'
const TYPE = 'checkout-receipt+jwt'
const EVIDENCE_TYPE = 'checkout-evidence'

/** About 600 bytes each. */
const MAX_REMEMBERED = 5_000

/** What a receipt says of a session in state `complete`. */
type PaidSession = {
  id: string
  store: { isTest: boolean }
  order: Pick<Order, 'orderNumber' | 'amountTotal' | 'paidAt'>
  quote: { currency: string }
}

export type Receipts = Awaited<ReturnType<typeof createReceipts>>

/**
 * Signs that a session was paid (contract §3); anybody can verify it with the public keys.
 * `materials`: one or two secret texts. The first one signs; the public keys of both are shown.
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

  // `iat` is the second of the payment, so that every reading gives the same receipt.
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

    /** Signs at the first reading in this process, and remembers. */
    of(session: PaidSession): Promise<string> {
      // After a failover that lost the payment, the session may be paid again with another
      // `paidAt`.
      const name = `${session.id} ${session.order.paidAt}`
      const known = remembered.find(name)
      if (known) return known
      const receipt = sign(session)
      remembered.put(name, receipt)
      receipt.catch(() => remembered.forget(name))
      return receipt
    },

    /** A detached JWS of the text: `head..signature` (RFC 7515, appendix F). */
    async signEvidence(text: string, now: Date) {
      const iat = Math.floor(now.getTime() / 1000)
      const jws = await new FlattenedSign(new TextEncoder().encode(text))
        .setProtectedHeader({ alg: ALGORITHM, kid: signing.kid, typ: EVIDENCE_TYPE, iat })
        .sign(privateKey)
      return `${jws.protected}..${jws.signature}`
    },
  }
}
