import { describe, expect, test } from 'vitest'
import {
  BEGINNING,
  MAX_CURSOR,
  atEndOf,
  beforePromotion,
  cutAt,
  formatCursor,
  parseCursor,
} from './event-position.ts'

const seen = (transaction: string, upTo = 0) => ({ transaction, upTo })

describe('contract §3: which events somebody has seen', () => {
  test('a snapshot’s events are seen: every transaction before its end, but for open ones', () => {
    expect(atEndOf('10:20:10,15')).toEqual({ end: seen('20'), open: [seen('10'), seen('15')] })
    expect(atEndOf('20:20:')).toEqual({ end: seen('20'), open: [] })
  })

  test('an event beyond ends what is seen at its transaction; what was open before stays open', () => {
    const snapshot = '12:40:12,25,35'
    expect(cutAt(BEGINNING, { snapshot, transaction: '30', upTo: 7 })).toEqual({
      end: seen('30', 7),
      open: [seen('12'), seen('25')],
    })
  })

  test('an event of a transaction that was open leaves seen what was seen beside it', () => {
    const before = { end: seen('100', 3), open: ['10', '50', '60', '70'].map((one) => seen(one)) }
    const snapshot = '10:120:10,70,110'
    const first = cutAt(before, { snapshot, transaction: '60', upTo: 7 })
    expect(first).toEqual({ end: seen('100', 3), open: [seen('10'), seen('60', 7), seen('70')] })
    expect(cutAt(first, { snapshot: '70:120:70', transaction: '10', upTo: 2 })).toEqual({
      end: seen('100', 3),
      open: [seen('10', 2), seen('60', 7), seen('70')],
    })
  })

  test('before a promotion a million transactions are seen again, the open ones among them', () => {
    expect(beforePromotion(atEndOf('5000000:7000000:5000000,6000000'))).toEqual({
      end: seen('4000000'),
      open: [],
    })
    expect(beforePromotion(atEndOf('700:700:'))).toEqual(BEGINNING)
  })
})

describe('contract §3: a cursor of events', () => {
  test.each([
    atEndOf('10:20:10,15'),
    atEndOf('20:20:'),
    atEndOf('9007199254740993:9007199254740999:9007199254740993'),
    { end: seen('20', 4), open: [seen('10', 3), seen('15')] },
  ])('a cursor of %o comes back as it was', (position) => {
    const cursor = { position, cluster: '0a1b2c3d', timeline: '0000000A' }
    expect(parseCursor(formatCursor(cursor))).toEqual(cursor)
  })

  test.each([
    '',
    'later',
    '0a1b2c3d-00000001',
    '0a1b2c3d-00000001-',
    '0a1b2c3d-00000001-20-',
    '0a1b2c3d-00000001-20.',
    '0a1b2c3d-00000001-20-a',
    '0a1b2c3d-00000001-20.1.2',
    '0a1b2c3d-00000001--20',
    ' 0a1b2c3d-00000001-20',
    `0a1b2c3d-00000001-20${'-1'.repeat(MAX_CURSOR)}`,
    `0a1b2c3d-00000001-20${'-1'.repeat(1001)}`,
  ])('a cursor is not %s', (text) => {
    expect(parseCursor(text)).toBeUndefined()
  })
})
