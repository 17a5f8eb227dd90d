import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { anAttempt } from '../../server/testing/bank/an-attempt.ts'
import { createStripeProvider } from '../../server/payments/stripe/stripe-provider.ts'
import { openDoubleJournal } from './double-journal.ts'
import { confirmationTokenFor } from './stripe-cards.ts'
import { startStripeDouble } from './stripe-double.ts'

const folder = mkdtempSync(join(tmpdir(), 'hc-journal-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A life of the double, with the provider that speaks to it. */
async function aLife(file: string) {
  const double = await startStripeDouble({ journal: openDoubleJournal(file) })
  const provider = createStripeProvider({
    serviceId: 'svc_1',
    secretKey: double.secretKey,
    webhookSecrets: [double.webhookSecret],
    apiBase: double.url,
    challengeUrl: (id) => id,
    returnUrl: ({ id }: { id: string }) => `https://pay.example/challenges/${id}/return`,
  })
  return { double, provider }
}

describe('payments §6: the bank reads back what it has done when its process has died', () => {
  test('the bank reads back payments, refunds, answers, used tokens, and events that nobody took', async () => {
    const file = join(folder, 'bank.jsonl')
    const attempt = anAttempt({
      provider: 'stripe',
      amount: 2440,
      paymentMethod: confirmationTokenFor('4242424242424242'),
    })
    const part = { refundId: 're_1', amount: 440 }
    const first = await aLife(file)
    await first.provider.authorize(attempt)
    await first.provider.capture(attempt)
    await first.provider.refundPart(attempt, part)
    const [taken] = first.double.notifications.events
    openDoubleJournal(file).delivered(taken?.id ?? '')
    await first.double.close()
    appendFileSync(file, '{"rows":{"payme')

    const second = await aLife(file)
    expect(await second.provider.retrieve(attempt)).toMatchObject({ type: 'captured' })
    expect(await second.provider.authorize(attempt)).toMatchObject({ type: 'captured' })
    expect(await second.provider.refundPart(attempt, part)).toMatchObject({ type: 'refunded' })
    const { books, waiting } = second.double
    expect([...books.payments.values()]).toHaveLength(1)
    expect(
      [...books.refunds.values()].map(({ payment, amount }) => [payment.amount, amount]),
    ).toEqual([[2440, 440]])
    expect([...books.usedTokens]).toEqual([attempt.paymentMethod])
    expect(waiting.map(({ id }) => id)).toEqual(
      first.double.notifications.events.slice(1).map(({ id }) => id),
    )
    expect(second.double.notifications.events).toEqual(first.double.notifications.events)
    await second.double.close()
    expect(openDoubleJournal(file).restore(books).waiting).toEqual(waiting)
  })
})
