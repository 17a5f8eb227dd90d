import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { headerOf, startMailServer } from '../testing/servers/mail-server.ts'
import type { SmtpServer } from './smtp-connection.ts'
import { createSmtpPost } from './smtp-post.ts'

const MAIL = { to: 'ana@mail.example', subject: 'Mug', text: 'Mug', html: 'Mug' }

/** A mail server, and how a mail to it ends. */
async function aServer(
  options: Parameters<typeof startMailServer>[0] = {},
  settings: Partial<SmtpServer> = {},
) {
  const { close, ...server } = await startMailServer(options)
  onTestFinished(close)
  const { post, endSoon } = createSmtpPost({
    host: '127.0.0.1',
    port: server.port,
    isSecure: false,
    auth: undefined,
    from: 'mail@loom.example',
    name: 'pay.loom.example',
    ...settings,
  })
  const send = (changed: Partial<Parameters<typeof post>[0]> = {}) => post({ ...MAIL, ...changed })
  return { ...server, send, endSoon }
}

afterEach(() => {
  vi.useRealTimers()
})

describe('contract §2, SMTP_URL: how a mail server is spoken to', () => {
  test('it is greeted by the name that is set, and both addresses have a domain in ASCII', async () => {
    const { send, commands, received } = await aServer({}, { from: 'Loom <mail@lööm.example>' })
    const outcome = await send({ to: 'ana@münchen.example', replyTo: 'help@zürich.example' })
    expect(outcome).toEqual({ type: 'sent' })
    expect(commands).toEqual(
      expect.arrayContaining([
        'EHLO pay.loom.example',
        'MAIL FROM:<mail@xn--lm-fkaa.example>',
        'RCPT TO:<ana@xn--mnchen-3ya.example>',
      ]),
    )
    const { source = '' } = received[0] ?? {}
    expect(headerOf(source, 'To')).toBe('ana@xn--mnchen-3ya.example')
    expect(headerOf(source, 'Reply-To')).toBe('Loom <help@xn--zrich-kva.example>')
    expect(headerOf(source, 'Auto-Submitted')).toBe('auto-generated')
    expect(headerOf(source, 'X-Auto-Response-Suppress')).toBe('All')
  })

  test('a local part beyond ASCII goes only to a server that takes such, and else is refused', async () => {
    const to = 'ñandú@mail.example'
    const able = await aServer({ extensions: ['SMTPUTF8'] })
    expect(await able.send({ to })).toEqual({ type: 'sent' })
    expect(able.commands).toContain('MAIL FROM:<mail@loom.example> SMTPUTF8')
    const unable = await aServer()
    expect(await unable.send({ to })).toMatchObject({ type: 'refused', response: 553 })
    expect(unable.commands.filter((line) => /^(MAIL|RCPT)/.test(line))).toEqual([])
    // A sender of ours is the operator's mistake.
    const ours = await aServer({}, { from: 'ñandú@loom.example' })
    expect(await ours.send()).toMatchObject({ type: 'denied', isServers: true })
  })

  test('a password is not sent in clear text, but on this machine', async () => {
    const auth = { user: 'loom', pass: 'secret' }
    const far = await aServer({ extensions: ['AUTH PLAIN'] }, { auth, host: '::ffff:127.0.0.1' })
    expect(await far.send()).toMatchObject({ type: 'put_off', isServers: true })
    expect(far.commands.some((line) => line.startsWith('AUTH'))).toBe(false)
    const near = await aServer({ extensions: ['AUTH PLAIN'] }, { auth })
    await near.send()
    expect(near.commands.some((line) => line.startsWith('AUTH'))).toBe(true)
  })

  test('decision 109: an address that no mail server can be given is about its mail alone', async () => {
    const { send } = await aServer()
    expect(await send({ to: '<ana@mail.example>' })).toMatchObject({
      type: 'put_off',
      isServers: false,
    })
  })
})

describe('contract §2, SMTP_URL: how long a mail server is waited for', () => {
  const SECONDS = 1_000

  /** Until the server has got so far, without real time that passes. */
  async function stuckAt(step: 'greeting' | 'recipient' | 'text') {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let isThere = false
    const server = await aServer({
      faultAt: (at) => {
        if (at !== step) return undefined
        isThere = true
        return 'silent'
      },
    })
    let outcome: unknown
    void server.send().then((ended) => {
      outcome = ended
    })
    // Both ends are in this process, so some turns bring either what the other one has sent.
    const settle = async () => {
      for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
    }
    while (!isThere) await settle()
    await settle()
    const after = async (ms: number) => {
      await vi.advanceTimersByTimeAsync(ms)
      await settle()
      return outcome
    }
    return { after, ...server }
  }

  test('30 s for its greeting, and 90 s until it asks for the text', async () => {
    const greeting = await stuckAt('greeting')
    expect(await greeting.after(29 * SECONDS)).toBeUndefined()
    expect(await greeting.after(2 * SECONDS)).toMatchObject({ type: 'put_off', isServers: true })
    const recipient = await stuckAt('recipient')
    expect(await recipient.after(89 * SECONDS)).toBeUndefined()
    expect(await recipient.after(2 * SECONDS)).toMatchObject({
      type: 'put_off',
      reason: 'ETIMEDOUT',
    })
  })

  test('longer than any of these for the answer to the text, but when the service stops', async () => {
    const text = await stuckAt('text')
    expect(await text.after(300 * SECONDS)).toBeUndefined()
    text.endSoon()
    expect(await text.after(4 * SECONDS)).toBeUndefined()
    expect(await text.after(2 * SECONDS)).toEqual({ type: 'unsure', reason: 'ESTOPPED' })
  })
})
