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

const cut = (transaction: string, id = 0) => ({ transaction, id })

describe('contract §3: which events somebody has seen', () => {
  test('with all that a snapshot shows: every transaction before its end, but for open ones', () => {
    expect(atEndOf('10:20:10,15')).toEqual({ end: '20', open: ['10', '15'], cut: cut('20') })
    expect(atEndOf('20:20:')).toEqual({ end: '20', open: [], cut: cut('20') })
  })

  test('up to an event beyond: its transaction is the end, and what was open before it stays open', () => {
    const snapshot = '12:40:12,25,35'
    expect(cutAt(BEGINNING, { snapshot, transaction: '30', id: 7 })).toEqual({
      end: '30',
      open: ['12', '25'],
      cut: cut('30', 7),
    })
  })

  test('up to an event of a transaction that was open: what comes after it in number was seen', () => {
    const before = atEndOf('10:100:10,50,60,70')
    const snapshot = '10:120:10,70,110'
    expect(cutAt(before, { snapshot, transaction: '50', id: 7 })).toEqual({
      end: '100',
      open: ['10', '50', '60', '70'],
      cut: cut('50', 7),
    })
    expect(cutAt(before, { snapshot, transaction: '60', id: 9 })).toEqual({
      end: '100',
      open: ['10', '60', '70'],
      cut: cut('60', 9),
    })
  })

  test('before a promotion: a million transactions are seen again, the open ones among them', () => {
    expect(beforePromotion(atEndOf('5000000:7000000:5000000,6000000'))).toEqual({
      end: '4000000',
      open: [],
      cut: cut('4000000'),
    })
    expect(beforePromotion(atEndOf('700:700:'))).toEqual({ end: '0', open: [], cut: cut('0') })
  })
})

describe('contract §3: a cursor of events', () => {
  test.each(['10:20:10,15', '20:20:', '9007199254740993:9007199254740999:9007199254740993'])(
    'of %s comes back as it was',
    (snapshot) => {
      const cursor = { position: atEndOf(snapshot), cluster: '0a1b2c3d', timeline: '0000000A' }
      expect(parseCursor(formatCursor(cursor))).toEqual(cursor)
    },
  )

  test.each([
    '',
    'later',
    '0a1b2c3d-00000001-20--20',
    '0a1b2c3d-00000001-20-10_-20-0',
    '0a1b2c3d-00000001-20-a-20-0',
    '0a1b2c3d-00000001-20--20--1',
    ' 0a1b2c3d-00000001-20--20-0',
    `0a1b2c3d-00000001-20-${'1_'.repeat(MAX_CURSOR)}1-20-0`,
  ])('is not %s', (text) => {
    expect(parseCursor(text)).toBeUndefined()
  })
})
