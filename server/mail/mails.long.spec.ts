import { once } from 'node:events'
import { type Server as NetServer, createServer } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findFreePort } from '../testing/servers/free-port.ts'
import { headerOf, partOf as readPart } from '../testing/servers/mail-server.ts'
import { type TestService, startTestService } from '../testing/servers/test-service.ts'
import { type Sql, openSql } from '../testing/sql.ts'
import { aBrowserOf, anOwner, linkPath, noticeIn } from '../testing/store/store-browser.ts'
import { addMember } from '../testing/store/store-builders.ts'

type MailCopy = { from: string; to: string[]; user: string | undefined; source: string }

const received: MailCopy[] = []
let isRefusing = false
let smtp: SMTPServer
let service: TestService
let sql: Sql

beforeAll(async () => {
  smtp = new SMTPServer({
    hideSTARTTLS: true,
    authOptional: true,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      done(password === 'p@ss word' ? null : new Error('no'), { user: username }),
    onRcptTo: (_address, _session, done) =>
      done(isRefusing ? new Error('550 no such mailbox') : null),
    onData(stream, { envelope, user }, done) {
      const chunks: Buffer[] = []
      stream
        .on('data', (chunk: Buffer) => {
          chunks.push(chunk)
        })
        .on('end', () => {
          const { mailFrom, rcptTo } = envelope
          received.push({
            from: mailFrom === false ? '' : mailFrom.address,
            to: rcptTo.map(({ address }) => address),
            user: user === undefined ? undefined : String(user),
            source: Buffer.concat(chunks).toString(),
          })
          done()
        })
    },
  })
  const port = await findFreePort()
  smtp.listen(port, '127.0.0.1')
  service = await startTestService({
    env: { SMTP_URL: `smtp://store:p%40ss%20word@127.0.0.1:${port}?from=Loom <mail@loom.example>` },
  })
  sql = openSql(service.databaseUrl)
})

beforeEach(async () => {
  received.length = 0
  isRefusing = false
  // Many mails here go to one colleague.
  await sql.rows('delete from mail_counts')
})

afterAll(async () => {
  expect(service.log()).not.toMatch(/request\.failed|background\.failed/)
  await sql.close()
  await service.stop()
  await new Promise<void>((resolve) => {
    smtp.close(() => resolve())
  })
})

const nextMail = async (count = 1) => {
  await expect.poll(() => received).toHaveLength(count)
  return received.at(-1) ?? { from: '', to: [], user: undefined, source: '' }
}

const partOf = ({ source }: MailCopy, type: 'text/plain' | 'text/html') => readPart(source, type)

const textOf = (mail: MailCopy) => partOf(mail, 'text/plain')

const inHtml = (text: string) => text.replaceAll('&', '&amp;')

const invite = async (email: string) => {
  const { browser, store } = await anOwner(service, sql)
  return {
    store,
    notice: noticeIn(await browser.submit('/settings/team', { email, role: 'staff' })),
  }
}

describe('contract §2: With SMTP_URL mails go to that server', () => {
  test('an invitation comes by mail, as text and in the store’s look, with the owner’s link', async () => {
    const { notice } = await invite('rui@loom.example')
    const mail = await nextMail()
    expect(mail).toMatchObject({
      from: 'mail@loom.example',
      to: ['rui@loom.example'],
      user: 'store',
    })
    expect(headerOf(mail.source, 'From')).toBe('Loom <mail@loom.example>')
    expect(headerOf(mail.source, 'To')).toBe('rui@loom.example')
    expect(headerOf(mail.source, 'Subject')).toBe('Join Loom & Co')
    expect(headerOf(mail.source, 'Content-Type')).toMatch(/^multipart\/alternative;/)
    expect(partOf(mail, 'text/html')).toContain(`href="${notice.secret}"`)
    expect(textOf(mail)).toContain(notice.secret)
    expect(notice.text).toContain('We sent rui@loom.example the link.')
  })

  test('a new password’s link comes by mail, its text whole, and so does the news of its use', async () => {
    const { email } = await anOwner(service, sql)
    const browser = aBrowserOf(service)
    await browser.post('/forgot-password', { email }, { page: '/forgot-password' })
    const url = /http:\S+/.exec(textOf(await nextMail()))?.[0] ?? ''
    expect(
      (
        await browser.post(
          linkPath(url),
          { 'new-password': 'seven green umbrellas' },
          { page: linkPath(url) },
        )
      ).status,
    ).toBe(303)
    const news = await nextMail(2)
    expect(headerOf(news.source, 'Subject')).toBe('Your password for Loom & Co was changed')
    expect(textOf(news)).toContain(
      `The password of your account ${email} at the store Loom & Co was changed just now.`,
    )
    expect(textOf(news)).toMatch(
      /\nIt was done from \S+\.\n[^]*\n?http:\S+\/store\/forgot-password\s*$/,
    )
    expect(service.log()).not.toContain(url)
  })

  test('every mail has the accent, the corners and the size of text that its store has chosen', async () => {
    const { browser, store, email } = await anOwner(service, sql)
    await browser.submit('/settings/branding', { accent: '#ffd400', radius: '24', fontSize: '18' })
    await browser.submit('/settings/team', { email: 'rui@loom.example', role: 'staff' })
    await aBrowserOf(service).post('/forgot-password', { email }, { page: '/forgot-password' })
    await nextMail(2)
    await service.platform('POST', `/stores/${store.id}/keys/secret/regenerate`)
    await nextMail(3)
    for (const mail of received) {
      expect(partOf(mail, 'text/html')).toMatch(/font:18px\/1\.5 /)
      expect(partOf(mail, 'text/html')).toContain(inHtml(store.name))
    }
    const [invitation, reset] = received.map((mail) => partOf(mail, 'text/html'))
    for (const html of [invitation, reset]) {
      // Yellow has black text; as the colour of a link it would not be read on white.
      expect(html).toMatch(/border-radius:24px;background:#ffd400;color:#000000/)
      // On dark paper the accent may be read.
      expect(html?.replace(/<style>[^]*<\/style>/, '')).not.toMatch(/[^-]color:#ffd400/)
    }
  })

  test('a store’s name adds neither a header nor a line to a mail, whatever its letters', async () => {
    const { browser, store } = await anOwner(service, sql)
    const name = 'متجر النول\r\nBcc: thief@evil.example\r\n\r\nPay here'
    await sql.rows('update stores set name = $2 where id = $1', [store.id, name])
    await browser.submit('/settings/team', { email: 'rui@loom.example', role: 'staff' })
    const { to, source } = await nextMail()
    expect(to).toEqual(['rui@loom.example'])
    expect(headerOf(source, 'Bcc')).toBeUndefined()
    const words = (headerOf(source, 'Subject') ?? '').split(/\s+/).map((word) => {
      const [, encoding, text = ''] = /^=\?UTF-8\?([BQ])\?(.*)\?=$/i.exec(word) ?? []
      const escaped =
        encoding?.toUpperCase() === 'B' ? undefined : text.replaceAll('_', ' ').replaceAll('=', '%')
      return escaped === undefined
        ? Buffer.from(text, 'base64').toString()
        : decodeURIComponent(escaped)
    })
    expect(words.join('')).toBe('Join متجر النول Bcc: thief@evil.example Pay here')
  })

  test('every owner hears by mail of a regenerated key, staff does not', async () => {
    const { store, email } = await anOwner(service, sql)
    const [second] = [await addMember(sql, store), await addMember(sql, store, { role: 'staff' })]
    await service.platform('POST', `/stores/${store.id}/keys/secret/regenerate`)
    await nextMail(2)
    expect(received.flatMap(({ to }) => to).toSorted()).toEqual([email, second].toSorted())
    for (const { source } of received) {
      expect(headerOf(source, 'Subject')).toBe('The secret key of Loom & Co was regenerated')
      expect(source).toContain('The platform regenerated')
    }
  })
})

describe('contract §2: A mail that does not go out', () => {
  test('a mail that fails is logged without its address; the owner, who has the link, hears of it', async () => {
    isRefusing = true
    const { notice } = await invite('refused@loom.example')
    expect(notice.text).toBe(
      'The mail to refused@loom.example could not be sent. Hand the link over yourself: it is not shown again.',
    )
    expect((await aBrowserOf(service).open(linkPath(notice.secret))).status).toBe(200)
    expect(service.log()).toMatch(/"reason":"EENVELOPE","response":550,"msg":"mail.failed"/)
    expect(service.log()).not.toContain('refused@loom.example')
  })
})

describe('contract §2: A mail server that says nothing', () => {
  let silent: NetServer
  let stuck: TestService

  beforeAll(async () => {
    silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const address = silent.address()
    stuck = await startTestService({
      databaseUrl: service.databaseUrl,
      env: { SMTP_URL: `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` },
    })
  })

  afterAll(async () => {
    await stuck.stop()
    silent.close()
  })

  test('a silent mail server keeps nobody waiting who asks for a new password', async () => {
    const email = await addMember(sql, (await anOwner(service, sql)).store)
    const browser = aBrowserOf(stuck)
    const connected = once(silent, 'connection')
    expect(
      (await browser.post('/forgot-password', { email }, { page: '/forgot-password' })).status,
    ).toBe(303)
    // Who waits for this server waits until it is given up.
    expect(stuck.log()).not.toContain('mail.failed')
    const [socket] = (await connected) as [{ destroy(): void }]
    socket.destroy()
    await expect.poll(() => stuck.log()).toContain('mail.failed')
  })
})
