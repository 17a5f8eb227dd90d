import { expect, test, vi } from 'vitest'
import type { ClaimedMail, MailOutcome } from '../checkout/ports/buyer-mails.ts'
import { createBuyerMailSender } from './buyer-mail-sender.ts'

const ALL = 8

/** How many mails are asked for once each of these has ended so. */
async function placesAfter(outcomes: MailOutcome[]) {
  const left = [...outcomes]
  const ended: MailOutcome[] = []
  const claim = vi.fn<(limit: number) => Promise<ClaimedMail[]>>(async () => [])
  claim.mockResolvedValueOnce(outcomes.map((_, id) => ({ id }) as ClaimedMail))
  const sender = createBuyerMailSender({
    records: { claim, record: async (_, outcome) => ended.push(outcome) },
    send: async () => left.shift() ?? { type: 'sent' },
    monotonicMs: () => 0,
    onOutcome: () => {},
    onFailure: (error) => expect.unreachable(String(error)),
  })
  await sender.round()
  await expect.poll(() => ended).toHaveLength(outcomes.length)
  claim.mockClear()
  await sender.round()
  return claim.mock.lastCall?.[0] ?? 0
}

const putOff = { type: 'put_off', isServers: false, reason: 'EENVELOPE' } as const

test('decision 109: a mail server that puts off some addresses gets the other mails at once', async () => {
  expect(await placesAfter([putOff, putOff, putOff, putOff])).toBe(ALL)
})

test('decision 109: a mail server that is down gets none for a moment', async () => {
  expect(await placesAfter([{ ...putOff, isServers: true }])).toBe(0)
  const unsure = { type: 'unsure', reason: 'ECONNECTION' } as const
  expect(await placesAfter([unsure, unsure])).toBe(ALL)
  expect(await placesAfter([unsure, unsure, unsure])).toBe(0)
})
