import { expect, onTestFinished, test, vi } from 'vitest'
import type { ClaimedMail, MailOutcome } from '../checkout/ports/buyer-mails.ts'
import { createMailSender } from './buyer-mail-sender.ts'

const ALL = 8

/** How many mails are asked for once each of these has ended so, and so much time has passed. */
async function slotsAfter(outcomes: MailOutcome[], laterMs = 0) {
  let now = 0
  const left = [...outcomes]
  const ended: MailOutcome[] = []
  const claim = vi.fn<(limit: number) => Promise<ClaimedMail[]>>(async () => [])
  claim.mockResolvedValueOnce(outcomes.map((_, id) => ({ id }) as ClaimedMail))
  const sender = createMailSender({
    records: {
      claim,
      keep: async () => {},
      setCounted: async () => {},
      record: async (_, outcome) => ended.push(outcome),
    },
    findLimit: async () => undefined,
    send: async () => left.shift() ?? { type: 'sent' },
    monotonicMs: () => now,
    onOutcome: () => {},
    onFailure: (error) => expect.unreachable(String(error)),
  })
  await sender.round()
  await expect.poll(() => ended).toHaveLength(outcomes.length)
  claim.mockClear()
  now = laterMs
  await sender.round()
  return claim.mock.lastCall?.[0] ?? 0
}

const putOff = { type: 'put_off', isServers: false, reason: 'EENVELOPE' } as const

test('decision 109: a mail server that puts off some addresses gets the other mails at once', async () => {
  expect(await slotsAfter([putOff, putOff, putOff, putOff])).toBe(ALL)
})

test('decision 109: a mail server that is down gets none for a moment', async () => {
  expect(await slotsAfter([{ ...putOff, isServers: true }])).toBe(0)
  const unsure = { type: 'unsure', reason: 'ECONNECTION' } as const
  expect(await slotsAfter([unsure, unsure])).toBe(ALL)
  expect(await slotsAfter([unsure, unsure, unsure])).toBe(0)
})

test('decision 109: one mail asks a server that was down, after pauses that grow to 10 s', async () => {
  const down = { ...putOff, isServers: true }
  expect(await slotsAfter([down], 999)).toBe(0)
  expect(await slotsAfter([down], 1_000)).toBe(1)
  const long = Array<MailOutcome>(9).fill(down)
  expect(await slotsAfter(long, 9_999)).toBe(0)
  expect(await slotsAfter(long, 10_000)).toBe(1)
  expect(await slotsAfter([...long, { type: 'sent' }])).toBe(ALL)
  // It begins with the first pause again.
  expect(await slotsAfter([...long, { type: 'sent' }, down], 1_000)).toBe(1)
})

test('decision 117: a server that denies one mail, and a limit, keep no other mail waiting', async () => {
  const denied = { type: 'denied', isServers: false, reason: 'EENVELOPE', response: 554 } as const
  const limited = { type: 'limited', by: 'recipient', freeAt: new Date(0) } as const
  expect(await slotsAfter([denied, denied, denied, limited, limited, limited])).toBe(ALL)
  expect(await slotsAfter([{ ...denied, isServers: true }])).toBe(0)
})

test('contract §2, SMTP_URL: a mail whose server answers late is kept from others meanwhile', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const mail = { id: 7 } as ClaimedMail
  const [late, claim] = [Promise.withResolvers<MailOutcome>(), vi.fn(async () => [])]
  claim.mockResolvedValueOnce([mail] as never)
  const keep = vi.fn<(kept: ClaimedMail) => Promise<void>>(async () => {})
  const record = vi.fn(async () => {})
  const sender = createMailSender({
    records: { claim, keep, setCounted: async () => {}, record },
    findLimit: async () => undefined,
    send: () => late.promise,
    monotonicMs: () => 0,
    onOutcome: () => {},
    onFailure: (error) => expect.unreachable(String(error)),
  })
  await sender.round()
  vi.advanceTimersByTime(45_000)
  expect(keep.mock.calls).toEqual([[mail], [mail], [mail]])
  late.resolve({ type: 'sent' })
  await expect.poll(() => record.mock.calls).toHaveLength(1)
  vi.advanceTimersByTime(45_000)
  expect(keep).toHaveBeenCalledTimes(3)
})
