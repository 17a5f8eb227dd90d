import { describe, expect, test } from 'vitest'
import type { CheckoutSession } from '../../checkout/sessions/session.ts'
import { entrySeconds } from './entry-lifetime.ts'

const NOW = Date.parse('2026-11-21T12:00:00.000Z')

const secondsOf = (state: CheckoutSession['state'], leftMs: number) =>
  entrySeconds({ state, expiresAt: new Date(NOW + leftMs) } as CheckoutSession, NOW)

describe('payments §5: how long a copy of a session lives', () => {
  test.each([
    [1_799_000, 1799],
    [1_800_000, 1800],
    [1_801_000, 1800],
    [86_400_000, 1800],
    [1001, 2],
    [1000, 1],
    [1, 1],
  ])('a copy with %i ms left lives %i s, never more than 30 min', (leftMs, seconds) => {
    expect([secondsOf('open', leftMs), secondsOf('complete', leftMs)]).toEqual([seconds, seconds])
  })

  test.each([0, -1, -3_600_000])(
    'a copy with %i ms left lives 60 s for a payment that ended late, else 1 s',
    (leftMs) => {
      expect(secondsOf('complete', leftMs)).toBe(60)
      expect(secondsOf('expired', leftMs)).toBe(60)
      expect(secondsOf('open', leftMs)).toBe(1)
      expect(secondsOf('paying', leftMs)).toBe(1)
    },
  )
})
