import {
  type KeyObject,
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  randomBytes,
} from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32

/** Random bytes for so many nonces come in one call, which costs more than the cipher. */
const NONCES_AT_ONCE = 512

function createNonces() {
  let pool = Buffer.alloc(0)
  let used = 0
  return () => {
    if (used === pool.length) {
      pool = randomBytes(NONCE_BYTES * NONCES_AT_ONCE)
      used = 0
    }
    used += NONCE_BYTES
    return pool.subarray(used - NONCE_BYTES, used)
  }
}

const openWith = (key: KeyObject, sealed: Buffer, purpose: string) => {
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
  /** Nonce (12 bytes), tag (16), ciphertext. Opens only for the same purpose. */
  seal(text: string, purpose: string): Buffer
  /** Undefined when no key opens it: the key is gone, the purpose is another, or it was changed. */
  open(sealed: Buffer, purpose: string): string | undefined
}

/** The first key seals, all open, so that a key can be replaced while old entries are alive. */
export const createSealing = (secrets: readonly Buffer[]): Sealing => {
  const keys = secrets.map((secret) => createSecretKey(secret))
  const [newest] = keys
  if (newest === undefined || keys.some((key) => key.symmetricKeySize !== KEY_BYTES)) {
    throw new Error(`Sealing needs at least one key, each of ${KEY_BYTES} bytes.`)
  }
  const nextNonce = createNonces()

  return {
    seal(text, purpose) {
      const nonce = nextNonce()
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
          // Not sealed with this key: `final` throws when the tag does not match.
        }
      }
      return undefined
    },
  }
}
