import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { answerTo, leadingZeros } from '../../widget/session/work-answer.ts'
import { createWorkProofs } from './work-proofs.ts'

const zerosOf = (text: string) => {
  const bits = [...createHash('sha256').update(text).digest()]
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('')
  return bits.indexOf('1')
}

describe('security §4: work before a payment', () => {
  test('the page counts the zeros of the same hash as everybody', () => {
    for (let length = 0; length <= 55; length += 1) {
      for (let count = 0; count < 20; count += 1) {
        const text = randomBytes(55).toString('base64url').slice(0, length)
        expect(leadingZeros(text)).toBe(zerosOf(text))
      }
    }
  })

  test('the page’s answer to the work is taken, for its session and its try alone', async () => {
    const proofs = createWorkProofs(randomBytes(32))
    const challenge = proofs.challengeOf({ id: 'cs_1', attempts: 0 })
    const answer = await answerTo(`12 ${challenge}`)
    expect(proofs.isProven(challenge, { bits: 12, answer })).toBe(true)
    expect(zerosOf(`${challenge}:${answer}`)).toBeGreaterThanOrEqual(12)
    for (const other of [
      { id: 'cs_2', attempts: 0 },
      { id: 'cs_1', attempts: 1 },
    ])
      expect(proofs.challengeOf(other)).not.toBe(challenge)
  })

  test('an answer to the work that is no number, or took too little, is not taken', () => {
    const proofs = createWorkProofs(randomBytes(32))
    const challenge = proofs.challengeOf({ id: 'cs_1', attempts: 0 })
    for (const answer of ['', ' 1', '-1', '1.5', '1e3', '0x1', '1'.repeat(16), 'abc'])
      expect(proofs.isProven(challenge, { bits: 0, answer })).toBe(false)
    expect(proofs.isProven(challenge, { bits: 0, answer: '7' })).toBe(true)
    const zeros = zerosOf(`${challenge}:7`)
    expect(proofs.isProven(challenge, { bits: zeros, answer: '7' })).toBe(true)
    expect(proofs.isProven(challenge, { bits: zeros + 1, answer: '7' })).toBe(false)
  })
})
