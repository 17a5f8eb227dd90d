import { createHash, createHmac } from 'node:crypto'
import type { WorkProofs } from '../checkout/ports/work-proofs.ts'

/** Nobody has to try numbers with more digits. */
const ANSWER = /^\d{1,15}$/

/** How many zero bits the bytes begin with. */
function leadingZeros(bytes: Buffer) {
  const first = bytes.findIndex((byte) => byte !== 0)
  return first === -1 ? bytes.length * 8 : first * 8 + Math.clz32(bytes[first] ?? 0) - 24
}

/**
 * Questions that cost a browser some time and the service one hash. The answer is a number for
 * which SHA-256 of `<challenge>:<number>` begins with `bits` zero bits. Each attempt of a session
 * has its own challenge.
 */
export const createWorkProofs = (secret: Uint8Array): WorkProofs => ({
  challengeOf: ({ id, attempts }) =>
    createHmac('sha256', secret).update(`${id} ${attempts}`).digest('base64url'),
  isProven: (challenge, { bits, answer }) =>
    ANSWER.test(answer) &&
    leadingZeros(createHash('sha256').update(`${challenge}:${answer}`).digest()) >= bits,
})
