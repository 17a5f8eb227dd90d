import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { MailOutcome } from '../checkout/ports/buyer-mails.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

const MAIL = { to: 'ana@mail.example', subject: 'News', text: 'News', html: '<p>News</p>' }

function aMailer(post: () => Promise<MailOutcome>, mayGo = true) {
  const heard: unknown[] = []
  const mailer = createSmtpMailer({
    post,
    mayGo: async () => mayGo,
    onFailure: (failure) => heard.push(failure),
    onLimited: () => heard.push('limited'),
  })
  return { send: () => mailer.send(MAIL), heard }
}

describe('contract §2, SMTP_URL: a mail to a member', () => {
  test('a mail that cannot even be put together has failed, and the log has it', async () => {
    const { send, heard } = aMailer(() =>
      Promise.reject(Object.assign(new Error('odd'), { code: 'EENCODE' })),
    )
    expect(await send()).toBe('failed')
    expect(heard).toEqual([{ reason: 'EENCODE' }])
  })

  test('a mail that its recipient may not have is not handed over', async () => {
    const post = vi.fn<() => Promise<MailOutcome>>()
    const { send, heard } = aMailer(post, false)
    expect(await send()).toBe('limited')
    expect(post).not.toHaveBeenCalled()
    expect(heard).toEqual(['limited'])
  })

  test('nobody waits longer than 5 s, and what comes of it then is logged as always', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const slow = Promise.withResolvers<MailOutcome>()
    const { send, heard } = aMailer(() => slow.promise)
    const sending = send()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await sending).toBe('late')
    slow.resolve({ type: 'denied', isServers: true, reason: 'EAUTH', response: 535 })
    await expect.poll(() => heard).toEqual([{ reason: 'EAUTH', response: 535 }])
  })
})
