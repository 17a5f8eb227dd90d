import { createECDH, createHmac, hkdfSync } from 'node:crypto'
import { type JWK, calculateJwkThumbprint } from 'jose'

const derive = (material: string, purpose: string, length = 32) =>
  Buffer.from(hkdfSync('sha256', material, '', `hosted-checkout ${purpose}`, length))

const keyFor = (purpose: string) => (material: string) => derive(material, purpose)

// The order of the curve P-256 (SEC 2, version 2.0, 2.4.2).
const P256_ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

export type SigningKey = JWK & { kid: string }

/** A P-256 key from secret text, the same in every process. `kid`: its thumbprint (RFC 7638). */
async function deriveP256(material: string, purpose: string): Promise<SigningKey> {
  // 16 bytes more than the order make the bias of the reduction negligible (FIPS 186-5, A.2.1).
  const wide = BigInt(`0x${derive(material, purpose, 48).toString('hex')}`)
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

/** A key of its own, so that even a careless verifier takes no buyer token for a receipt. */
export const deriveReceiptKey = (material: string) => deriveP256(material, 'receipt signing')

export const toPublicKey = ({ d: _, ...key }: SigningKey, alg: string): JWK => ({
  ...key,
  alg,
  use: 'sig',
})

/**
 * The AES-256 key for copies in the shared cache. `history` names the database's history: after a
 * failover that lost writes it is another one, and the old copies no longer open.
 */
export const deriveSealingKey = (material: string, history: string) =>
  derive(material, `cache sealing of ${history}`)

export const deriveNotificationSecret = keyFor('test provider notifications')

/** The key of the hashes that stand for client addresses in the log. */
export const deriveAddressKey = keyFor('client addresses')

/** The key of the digests that stand for the recipients of mails, in their limits. */
export const deriveMailKey = keyFor('recipients of mails')

/** The key of the questions that a page answers with work before it may pay. */
export const deriveWorkKey = keyFor('work proofs')

/** The AES-256 key of the notes that the store application puts into its members' browsers. */
export const deriveNoteKey = keyFor('store application notes')

/** The AES-256 key of what buyers without script have typed, as it goes from page to page. */
export const deriveDraftKey = keyFor('buyers’ drafts')

/** The AES-256 key of the links by which buyers withdraw. */
export const deriveWithdrawalKey = keyFor('withdrawal links')

/** Bytes that only the processes of this service know, another row of them for each database. */
export const deriveFirstStoreBytes = (material: string, serviceId: string, length: number) =>
  derive(material, `first store of ${serviceId}`, length)

/** Names the key in backups, without revealing it. */
export const nameOfKey = (material: string) => derive(material, 'name', 8).toString('hex')

/** Values that a process has, for those who have the key to see whether theirs are the same. */
export const hashSettings = (material: string, settings: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      name,
      createHmac('sha256', derive(material, 'settings'))
        .update(`${name}=${value}`)
        .digest('hex')
        .slice(0, 12),
    ]),
  )

/** The key of the signatures under backups. */
export const deriveBackupKey = keyFor('backups')

/** The AES-256 key that seals the webhook endpoints' secrets. */
export const deriveWebhookKey = keyFor('webhook secrets')

/** The AES-256 key that seals the secrets of members' authenticator apps. */
export const deriveSecondFactorKey = keyFor('second factors')
