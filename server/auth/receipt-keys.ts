import { createHash } from 'node:crypto'

/** The record keeps this digest, which opens no receipt. */
export const receiptDigest = (key: string) => createHash('sha256').update(key).digest('base64url')
