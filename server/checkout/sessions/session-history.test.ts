import { describe, expect, test } from 'vitest'
import { type SessionHistory, toEvents } from './session-history.ts'

const at = (minute: number) => new Date(`2026-11-21T10:${String(minute).padStart(2, '0')}:00.123Z`)

const aHistory = (fields: Partial<SessionHistory> = {}): SessionHistory => ({
  state: 'open',
  createdAt: at(0),
  createdWith: 'secret',
  restartedFrom: null,
  next: null,
  openedAt: null,
  expiresAt: at(30),
  endedAt: null,
  endedBy: null,
  attempts: [],
  order: null,
  ...fields,
})

const anAttempt = (fields: Partial<SessionHistory['attempts'][number]> = {}) => ({
  state: 'declined' as const,
  beganAt: at(29),
  settledAt: at(31),
  amount: 1990,
  currency: 'EUR',
  declineCode: 'card_declined',
  isChallenged: false,
  ...fields,
})

const textsOf = (history: SessionHistory) =>
  toEvents(history).map((event) => `${event.at.toISOString().slice(14, 16)} ${event.type}`)

describe('Store application, timeline of a session', () => {
  test('the events of a session come in the order in which they happened', () => {
    expect(
      textsOf(
        aHistory({ openedAt: at(1), attempts: [anAttempt({ beganAt: at(2), settledAt: at(3) })] }),
      ),
    ).toEqual(['00 created', '01 opened', '02 payment_begun', '03 payment_declined'])
  })

  test('a timeline that expired with its last payment, after the deadline, ends with both', () => {
    expect(textsOf(aHistory({ state: 'expired', attempts: [anAttempt()] }))).toEqual([
      '00 created',
      '29 payment_begun',
      '31 payment_declined',
      '31 expired',
    ])
  })

  test('the timeline says once that the session was ended early, and when it was opened too late', () => {
    const history = aHistory({
      state: 'expired',
      endedAt: at(5),
      endedBy: 'ana@loom.example',
      openedAt: at(40),
    })
    expect(textsOf(history)).toEqual(['00 created', '05 ended', '40 opened'])
    expect(toEvents(history)[1]).toMatchObject({ by: 'ana@loom.example' })
    expect(toEvents({ ...history, endedBy: 'secret_key' })[1]).toMatchObject({ by: null })
  })

  test.each([
    ['voided', ['payment_begun', 'payment_given_up']],
    ['refunded', ['payment_begun', 'payment_returned']],
    ['captured', ['payment_begun']],
  ] as const)('the timeline tells what became of a payment: %s', (state, types) => {
    expect(
      toEvents(aHistory({ attempts: [anAttempt({ state })] }))
        .slice(1)
        .map(({ type }) => type),
    ).toEqual(types)
  })

  test('the timeline has no end yet of a payment under way', () => {
    expect(
      textsOf(
        aHistory({
          state: 'paying',
          attempts: [anAttempt({ state: 'requires_action', settledAt: null })],
        }),
      ),
    ).toEqual(['00 created', '29 payment_begun'])
  })
})
