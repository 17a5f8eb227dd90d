import { createHash } from 'node:crypto'

/** What is kept of a receipt key: a copy of it opens nothing. */
export const receiptDigest = (key: string) => createHash('sha256').update(key).digest('base64url')
