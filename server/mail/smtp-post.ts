import { Readable } from 'node:stream'
import type { ClaimedMail, MailOutcome } from '../checkout/ports/buyer-mails.ts'
import type { BuyerLetter } from './buyer-letters.ts'
import type { Mail } from './mails.ts'

export type SmtpServer = {
  host: string
  port: number
  /** TLS from the first byte; else STARTTLS when the server offers it. */
  isSecure: boolean
  auth: { user: string; pass: string } | undefined
  from: string
}

/** How long the server may take to be found and to greet. */
const PATIENCE_MS = 5_000

/** The failure, without the addresses that a server quotes in its answers. */
export const reasonOf = (error: unknown) => ({
  reason:
    error instanceof Error && 'code' in error && typeof error.code === 'string'
      ? error.code
      : 'unknown',
  ...(error instanceof Error &&
    'responseCode' in error &&
    typeof error.responseCode === 'number' && { response: error.responseCode }),
})

const LOOPBACK = /^(?:localhost|127\.0\.0\.1|::1)$/

/** A password is sent encrypted, or on this machine. */
const optionsOf = ({ host, port, isSecure, auth }: SmtpServer, silenceMs: number) => ({
  host,
  port,
  secure: isSecure,
  requireTLS: auth !== undefined && !LOOPBACK.test(host),
  connectionTimeout: PATIENCE_MS,
  greetingTimeout: PATIENCE_MS,
  socketTimeout: silenceMs,
  dnsTimeout: PATIENCE_MS,
})

type Posted = Mail &
  Partial<Pick<BuyerLetter, 'from' | 'replyTo'> & Pick<ClaimedMail, 'messageId'>> & {
    /** Says just before the text goes out whether it still may. (Default: it may.) */
    handOver?: () => Promise<boolean>
  }

export type Post = (mail: Posted) => Promise<MailOutcome>

/** The parts of `Loom <mail@loom.example>`. */
function readMailbox(mailbox: string) {
  const { name = '', address = mailbox } =
    /^(?<name>.*?)\s*<(?<address>.+)>$/.exec(mailbox)?.groups ?? {}
  return { name, address }
}

type Mailbox = ReturnType<typeof readMailbox>

async function compose({ name: ourName, address }: Mailbox, mail: Posted) {
  // Loaded with the first mail: the library takes 30 MB, and many services never send one.
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const { to, subject, text, html, from: name = ourName, replyTo, messageId } = mail
  return new MailComposer({
    subject,
    text,
    html,
    from: { name, address },
    // An object, so that an address is never read as a list of addresses.
    to: { name: '', address: to },
    ...(replyTo && { replyTo: { name, address: replyTo } }),
    ...(messageId && { messageId: `<${messageId}@${address.split('@').at(-1)}>` }),
    // Nobody's absence note answers it (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build()
}

async function connect(server: SmtpServer, silenceMs: number) {
  const { default: SMTPConnection } = await import('nodemailer/lib/smtp-connection')
  const connection = new SMTPConnection(optionsOf(server, silenceMs))
  const { auth } = server
  try {
    await new Promise<void>((resolve, reject) => {
      const done = (error?: Error | null) => (error ? reject(error) : resolve())
      // An error that comes later has reached whoever waits then.
      connection.on('error', done)
      connection.connect((error) =>
        error || !auth ? done(error) : connection.login({ credentials: auth }, done),
      )
    })
  } catch (error) {
    connection.close()
    throw error
  }
  return connection
}

/** Connects and signs in, and sends nothing. Rejects with the server's refusal. */
export const verifySmtp = async (server: SmtpServer) => (await connect(server, PATIENCE_MS)).quit()

/** What is about this mail alone: its address, its text, or that it cannot be sent at all. */
const isOfMail = (error: unknown) =>
  error instanceof Error &&
  'command' in error &&
  (error.command === 'RCPT TO' || error.command === 'DATA' || error.command === 'API')

function outcomeOf(error: unknown, isHandedOver: boolean): MailOutcome {
  const { reason, response } = reasonOf(error)
  const ofMail = isOfMail(error)
  if (response === undefined)
    return isHandedOver
      ? { type: 'unsure', reason }
      : { type: 'put_off', isServers: !ofMail, reason }
  return ofMail && response >= 500
    ? { type: 'refused', reason, response }
    : { type: 'put_off', isServers: !ofMail, reason, response }
}

/**
 * Sends mails, each over its own connection. The text is handed over once the server has taken the
 * address, so a mail that breaks off before is certainly not sent. `silenceMs`: the longest silence
 * of a server that has greeted; what comes later counts as lost.
 */
export function createSmtpPost(server: SmtpServer, silenceMs: number): Post {
  const mailbox = readMailbox(server.from)
  return async (mail) => {
    const text = await compose(mailbox, mail)
    let isHandedOver: boolean | undefined
    /** Read only when the server has asked for the text. */
    async function* handedOver() {
      isHandedOver = (await mail.handOver?.()) ?? true
      if (!isHandedOver) throw new Error('overtaken')
      yield text
    }
    try {
      const connection = await connect(server, silenceMs)
      try {
        await new Promise<void>((resolve, reject) => {
          const content = Readable.from(handedOver())
          content.on('error', reject)
          connection.send({ from: mailbox.address, to: [mail.to] }, content, (error) =>
            error ? reject(error) : resolve(),
          )
        })
      } finally {
        connection.close()
      }
      return { type: 'sent' }
    } catch (error) {
      return isHandedOver === false
        ? { type: 'overtaken' }
        : outcomeOf(error, isHandedOver === true)
    }
  }
}
