import { createECDH, hkdfSync } from 'node:crypto'
import { type JWK, calculateJwkThumbprint } from 'jose'

const derive = (material: string, { purpose, length }: { purpose: string; length: number }) =>
  Buffer.from(hkdfSync('sha256', material, '', `hosted-checkout ${purpose}`, length))

// The order of the curve P-256 (SEC 2, version 2.0, 2.4.2).
const P256_ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

export type SigningKey = JWK & { kid: string }

/**
 * A P-256 signing key made from secret text; the same text gives every process the same key. `kid`
 * is its thumbprint (RFC 7638).
 */
async function deriveP256(material: string, purpose: string): Promise<SigningKey> {
  // 16 bytes more than the order has make the reduction's bias negligible (FIPS 186-5, A.2.1).
  const wide = BigInt(`0x${derive(material, { purpose, length: 48 }).toString('hex')}`)
  const scalar = ((wide % (P256_ORDER - 1n)) + 1n).toString(16).padStart(64, '0')
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(scalar, 'hex')
  const point = curve.getPublicKey()
  const toText = (bytes: Buffer) => bytes.toString('base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: toText(point.subarray(1, 33)),
    y: toText(point.subarray(33)),
    d: toText(Buffer.from(scalar, 'hex')),
  }
  return { ...jwk, kid: await calculateJwkThumbprint(jwk) }
}

export const deriveSigningKey = (material: string) => deriveP256(material, 'buyer token signing')

/** No token of a buyer can be taken for a receipt, whatever its verifier forgets to look at. */
export const deriveReceiptKey = (material: string) => deriveP256(material, 'receipt signing')

/** The half that everybody may have. */
export const toPublicKey = ({ d: _, ...key }: SigningKey, alg: string): JWK => ({
  ...key,
  alg,
  use: 'sig',
})

/**
 * The AES-256 key that seals what the shared cache holds of that history of the database: in
 * another one, in which some of it has not happened, nothing of it opens.
 */
export const deriveSealingKey = (material: string, history: string) =>
  derive(material, { purpose: `cache sealing of ${history}`, length: 32 })

/** The key that the test provider signs its notifications with. */
export const deriveNotificationSecret = (material: string) =>
  derive(material, { purpose: 'test provider notifications', length: 32 })

/** The key of the hashes that stand for client addresses. */
export const deriveAddressKey = (material: string) =>
  derive(material, { purpose: 'client addresses', length: 32 })

/** The key of the questions that a page answers with work. */
export const deriveWorkKey = (material: string) =>
  derive(material, { purpose: 'work proofs', length: 32 })

/** The AES-256 key of what the store application puts into its members' browsers. */
export const deriveNoteKey = (material: string) =>
  derive(material, { purpose: 'store application notes', length: 32 })

/** The AES-256 key of what buyers without script have typed, on its way between our pages. */
export const deriveDraftKey = (material: string) =>
  derive(material, { purpose: 'buyers’ drafts', length: 32 })

/** The AES-256 key of the secrets that webhooks are signed with. */
export const deriveWebhookKey = (material: string) =>
  derive(material, { purpose: 'webhook secrets', length: 32 })

/** The AES-256 key of the secrets of members' authenticator apps. */
export const deriveSecondFactorKey = (material: string) =>
  derive(material, { purpose: 'second factors', length: 32 })
