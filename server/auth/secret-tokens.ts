import { createHash, randomBytes } from 'node:crypto'

/** The text in a cookie or a link: 256 random bits. */
export const createSecretToken = () => randomBytes(32).toString('base64url')

export const isSecretToken = (text: string) => /^[\w-]{43}$/.test(text)

/** The record keeps this digest, which opens nothing. */
export const secretTokenDigest = (token: string) => createHash('sha256').update(token).digest()
