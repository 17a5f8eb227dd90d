import { describe, expect, test } from 'vitest'
import {
  type ChangingCall,
  type CommandedHarness,
  type SignedNotification,
  asAsked,
  openSuite,
  withoutId,
} from './provider-harness.ts'

/** What every provider does when answers are lost, buyers are asked, and it notifies. */
export function describeEvents(name: string, open: () => Promise<CommandedHarness>) {
  describe(`payments §7: A lost answer of ${name}`, () => {
    const { harness, anAttempt, call, entriesOf } = openSuite(open)
    const STEPS: ChangingCall[] = ['authorize', 'capture', 'refund']

    test.each([
      { lost: 'authorize', before: [], found: 'authorized' },
      { lost: 'capture', before: ['authorize'], found: 'captured' },
      { lost: 'cancel', before: [], found: 'cancelled' },
      { lost: 'cancel', before: ['authorize'], found: 'cancelled' },
      { lost: 'refund', before: ['authorize', 'capture'], found: 'refunded' },
    ] as const)(
      'a lost answer to $lost after $before.length steps is found by the same call',
      async ({ lost, before, found }) => {
        const attempt = await anAttempt()
        for (const step of before) await call(step, attempt)
        harness().loseAnswer(lost)
        expect(await call(lost, attempt)).toMatchObject({ type: 'unknown' })
        expect(await call(lost, withoutId(attempt))).toMatchObject({ type: found })
        expect(await entriesOf(attempt)).toMatchObject([
          {
            isOpen: found === 'authorized',
            captured: found === 'captured' || found === 'refunded' ? attempt.amount : 0,
            refunded: found === 'refunded' ? attempt.amount : 0,
          },
        ])
      },
    )

    test('lost answers to every step of a payment leave one payment', async () => {
      const attempt = await anAttempt()
      for (const step of STEPS) {
        harness().loseAnswer(step)
        await call(step, attempt)
        await call(step, attempt)
      }
      expect(await entriesOf(attempt)).toMatchObject([
        { captured: attempt.amount, refunded: attempt.amount },
      ])
    })

    test('a lost answer to an authorisation that is then given up reserves nothing', async () => {
      const attempt = await anAttempt()
      harness().loseAnswer('authorize')
      expect(await call('authorize', attempt)).toMatchObject({ type: 'unknown' })
      expect(await call('cancel', withoutId(attempt))).toMatchObject({ type: 'cancelled' })
      expect(await entriesOf(attempt)).toMatchObject([{ captured: 0, isOpen: false }])
    })
  })

  describe(`payments §7: The bank's question at ${name}`, () => {
    const { harness, anAttempt, call, entriesOf } = openSuite(open)

    test.each([
      { card: 'challenge_succeeds', answer: 'complete', outcome: { type: 'authorized' } },
      {
        card: 'challenge_succeeds',
        answer: 'fail',
        outcome: { type: 'declined', code: 'authentication_failed' },
      },
      {
        card: 'challenge_declined',
        answer: 'complete',
        outcome: { type: 'declined', code: 'card_declined' },
      },
    ] as const)(
      'a question answered with $answer on the card $card is $outcome.type',
      async ({ card, answer, outcome }) => {
        const attempt = await anAttempt({ pays: card })
        const asked = await call('authorize', attempt)
        await harness().answerChallenge(
          attempt,
          asked.type === 'action_required' ? asked.url : '',
          answer,
        )
        for (const step of ['retrieve', 'authorize'] as const)
          expect(await call(step, attempt)).toMatchObject(outcome)
        expect(await entriesOf(attempt)).toMatchObject([
          { isOpen: outcome.type === 'authorized', captured: 0 },
        ])
      },
    )

    test('a question answered in time ends with the money taken', async () => {
      const attempt = await anAttempt({ pays: 'challenge_succeeds' })
      const asked = await call('authorize', attempt)
      await harness().answerChallenge(
        attempt,
        asked.type === 'action_required' ? asked.url : '',
        'complete',
      )
      expect(await call('capture', attempt)).toMatchObject({
        type: 'captured',
        payment: asAsked(attempt, '3184'),
      })
    })
  })

  describe(`payments §7: A notification of ${name}`, () => {
    const { harness, anAttempt, call } = openSuite(open)
    const parse = ({ body, headers }: SignedNotification) =>
      harness().provider.parseNotification(body, headers)

    /** Every provider notifies of a challenge's answer. */
    async function anAnsweredAttempt() {
      const attempt = await anAttempt({ pays: 'challenge_succeeds' })
      const asked = await call('authorize', attempt)
      await harness().answerChallenge(
        attempt,
        asked.type === 'action_required' ? asked.url : '',
        'complete',
      )
      return attempt
    }

    test('a notification says which attempt it is about; a repeated one is the same event', async () => {
      const attempt = await anAnsweredAttempt()
      const first = await parse(await harness().notificationOf(attempt))
      expect(first).toEqual({
        type: 'payment_changed',
        attemptId: attempt.id,
        eventId: expect.stringMatching(/^evt_\w+$/),
        paymentId: expect.toSatisfy(
          (id) => id === null || id === attempt.providerPaymentId,
        ) as unknown,
      })
      expect(await parse(await harness().notificationOf(attempt, { ageSeconds: 60 }))).toEqual(
        first,
      )
    })

    test('a notification is another event for another payment', async () => {
      const one = await parse(await harness().notificationOf(await anAnsweredAttempt()))
      const other = await parse(await harness().notificationOf(await anAnsweredAttempt()))
      expect('eventId' in one && 'eventId' in other && one.eventId !== other.eventId).toBe(true)
    })

    test('a notification is forged when it is signed with another secret', async () => {
      const attempt = await anAnsweredAttempt()
      expect(await parse(await harness().notificationOf(attempt, { isForged: true }))).toEqual({
        type: 'forged',
      })
    })

    test('a notification is forged when one byte of its body is another', async () => {
      const { body, headers } = await harness().notificationOf(await anAnsweredAttempt())
      for (const position of [0, Math.floor(body.length / 2), body.length - 1]) {
        const changed = Uint8Array.from(body)
        changed[position] = (changed[position] ?? 0) ^ 1
        expect(await parse({ body: changed, headers })).toEqual({ type: 'forged' })
      }
      expect(await parse({ body: body.subarray(0, -1), headers })).toEqual({ type: 'forged' })
      expect(await parse({ body, headers })).toMatchObject({ type: 'payment_changed' })
    })

    test('a notification is forged with another’s signature, with a broken one and without', async () => {
      const one = await harness().notificationOf(await anAnsweredAttempt())
      const other = await harness().notificationOf(await anAnsweredAttempt())
      expect(await parse({ body: one.body, headers: other.headers })).toEqual({ type: 'forged' })
      expect(await parse({ body: one.body, headers: {} })).toEqual({ type: 'forged' })
      const broken = Object.fromEntries(
        Object.keys(one.headers).map((header) => [header, 't=1,v1=x']),
      )
      expect(await parse({ body: one.body, headers: broken })).toEqual({ type: 'forged' })
    })

    test('a notification is forged when it is older than 300 s', async () => {
      const attempt = await anAnsweredAttempt()
      expect(
        await parse(await harness().notificationOf(attempt, { ageSeconds: 290 })),
      ).toMatchObject({ type: 'payment_changed' })
      expect(await parse(await harness().notificationOf(attempt, { ageSeconds: 302 }))).toEqual({
        type: 'forged',
      })
    })
  })
}
