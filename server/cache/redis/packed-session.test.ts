import { describe, expect, test } from 'vitest'
import { aCompleteSession, anOpenSession } from '../../testing/cache-contract.ts'
import { packSession, unpackSession } from './packed-session.ts'

describe('performance: the copy of a session', () => {
  test.each([
    ['open', anOpenSession()],
    ['complete', aCompleteSession()],
  ])('the packed copy of a session that is %s has all of it, in the same order', (_, session) => {
    const copy = unpackSession(session.id, packSession(session))
    expect(copy).toEqual(session)
    // The order goes into answers as it is: they have to be the same, byte for byte.
    expect(JSON.stringify(copy.order)).toBe(JSON.stringify(session.order))
  })

  test('a copy without translations has the bytes of before, and one with them has them', () => {
    const session = anOpenSession()
    const { quote } = session
    const before = packSession(session)
    expect(packSession({ ...session, quote: { ...quote, itemTranslations: null } })).toBe(before)
    expect(unpackSession(session.id, before)).toEqual(session)
    const translated = { ...quote, itemTranslations: { fr: { name: 'Chemise' } } }
    const packed = packSession({ ...session, quote: translated })
    expect(unpackSession(session.id, packed).quote).toEqual(translated)
  })
})
