import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32

const openWith = (key: Buffer, sealed: Buffer, purpose: string) => {
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(Buffer.from(purpose))
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  return (
    decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') +
    decipher.final('utf8')
  )
}

export type Sealing = {
  /** nonce (12 bytes) · tag (16) · ciphertext; opens for the same purpose only. */
  seal(text: string, purpose: string): Buffer
  /**
   * undefined when no key opens it: sealed with a key that is gone, for another purpose, or
   * altered.
   */
  open(sealed: Buffer, purpose: string): string | undefined
}

/**
 * The first key seals and every key opens, so that a key can be replaced while entries of the old
 * one are alive.
 */
export const createSealing = (keys: readonly Buffer[]): Sealing => {
  const [newest] = keys
  if (newest === undefined || keys.some((key) => key.length !== KEY_BYTES)) {
    throw new Error(`Sealing needs at least one key, each of ${KEY_BYTES} bytes.`)
  }

  return {
    seal(text, purpose) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, newest, nonce, { authTagLength: TAG_BYTES })
      cipher.setAAD(Buffer.from(purpose))
      const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext])
    },
    open(sealed, purpose) {
      if (sealed.length < NONCE_BYTES + TAG_BYTES) return undefined
      for (const key of keys) {
        try {
          return openWith(key, sealed, purpose)
        } catch {
          // Not this key's: `final` throws when the tag does not match.
        }
      }
      return undefined
    },
  }
}
