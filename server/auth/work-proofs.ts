import { createHash, createHmac } from 'node:crypto'
import type { WorkProofs } from '../checkout/ports/work-proofs.ts'

/** An answer is a whole number, in decimal digits: more of them nobody has to try. */
const ANSWER = /^\d{1,15}$/

/** How many zeros the bytes begin with, in bits. */
function leadingZeros(bytes: Buffer) {
  const first = bytes.findIndex((byte) => byte !== 0)
  return first === -1 ? bytes.length * 8 : first * 8 + Math.clz32(bytes[first] ?? 0) - 24
}

/**
 * Questions that cost a browser a moment and us one hash: a number for which the SHA-256 of
 * `<challenge>:<number>` begins with so many zeros. A challenge is of one try of one session.
 */
export const createWorkProofs = (secret: Uint8Array): WorkProofs => ({
  challengeOf: ({ id, attempts }) =>
    createHmac('sha256', secret).update(`${id} ${attempts}`).digest('base64url'),
  isProven: (challenge, { bits, answer }) =>
    ANSWER.test(answer) &&
    leadingZeros(createHash('sha256').update(`${challenge}:${answer}`).digest()) >= bits,
})
