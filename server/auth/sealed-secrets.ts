import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

/** `keyId` names the key that sealed it. */
export type SealedSecret = { sealed: Buffer; keyId: string }

export type SealedSecrets = ReturnType<typeof createSealedSecrets>

const NONCE_BYTES = 12
const TAG_BYTES = 16

const idOf = (key: Uint8Array) =>
  createHash('sha256').update('key id').update(key).digest('base64url').slice(0, 12)

/**
 * Secrets in the record, sealed with AES-256-GCM. The holder is part of the seal, so a row that is
 * copied to another holder does not open. The first key seals, every key opens.
 */
export function createSealedSecrets(keys: readonly Uint8Array[]) {
  const [newest] = keys
  if (!newest) throw new Error('sealing needs a key')

  return {
    /** A secret with another `keyId` must be sealed again before its key is removed. */
    keyId: idOf(newest),

    seal(secret: Uint8Array, holder: string): SealedSecret {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', newest, nonce).setAAD(Buffer.from(holder))
      const text = [cipher.update(secret), cipher.final()]
      return { sealed: Buffer.concat([nonce, ...text, cipher.getAuthTag()]), keyId: idOf(newest) }
    },

    /** Undefined when it was altered, is another holder's, or its key is gone. */
    open({ sealed, keyId }: SealedSecret, holder: string): Buffer | undefined {
      const key = keys.find((each) => idOf(each) === keyId)
      if (!key || sealed.length < NONCE_BYTES + TAG_BYTES) return undefined
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      })
      decipher.setAAD(Buffer.from(holder)).setAuthTag(sealed.subarray(-TAG_BYTES))
      try {
        const text = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES))
        return Buffer.concat([text, decipher.final()])
      } catch {
        return undefined
      }
    },
  }
}
