import { describe, expect, test } from 'vitest'
import { createVerifiedTokens } from './verified-tokens.ts'

const at = (second: number) => new Date(Date.UTC(2026, 10, 22, 10, 0, second))
const verified = { sessionId: 'cs_1', origin: 'hosted', from: at(10), until: at(40) }

describe('performance: Verified tokens', () => {
  test('verified tokens are believed from when they were verified until their time is over', () => {
    const tokens = createVerifiedTokens()
    tokens.remember('token', verified)
    const isKnown = (second: number) => tokens.find('token', at(second)) !== undefined
    expect([9, 10, 39, 40].map(isKnown)).toEqual([false, true, true, false])
    expect(tokens.find('another', at(20))).toBeUndefined()
  })

  test('verified tokens are as many as may be: the oldest ones make room', () => {
    const tokens = createVerifiedTokens(4)
    const names = ['one', 'two', 'three', 'four', 'five']
    for (const token of names) tokens.remember(token, verified)
    const isKnown = (token: string) => tokens.find(token, at(20)) !== undefined
    expect(names.map(isKnown)).toEqual([false, false, true, true, true])
  })
})
