import { createHash, randomBytes } from 'node:crypto'

/** What a cookie or a link holds: 256 random bits. */
export const createSecretToken = () => randomBytes(32).toString('base64url')

export const isSecretToken = (text: string) => /^[\w-]{43}$/.test(text)

/** What is kept of a token: a copy of it opens nothing. */
export const secretTokenDigest = (token: string) => createHash('sha256').update(token).digest()
