import { Readable } from 'node:stream'
import type { ClaimedMail, MailOutcome } from '../checkout/ports/buyer-mails.ts'
import type { BuyerLetter } from './buyer-letters.ts'
import type { Mail } from './mails.ts'
import { outcomeOf } from './smtp-answers.ts'
import {
  type Connection,
  type SmtpServer,
  connectSmtp,
  isAscii,
  takesUtf8,
  unlessCut,
  withAsciiDomain,
} from './smtp-connection.ts'

/** How long a server may take until it asks for the text. */
const UNTIL_TEXT_MS = 90_000

/** Less than a service has that has to stop. */
const STOP_MS = 5_000

type OutgoingMail = Mail &
  Partial<Pick<BuyerLetter, 'from' | 'replyTo'> & Pick<ClaimedMail, 'messageId'>> & {
    /** Says just before the text goes out whether it still may. (Default: it may.) */
    handOver?: () => Promise<boolean>
  }

export type Post = (mail: OutgoingMail) => Promise<MailOutcome>

type SmtpPost = {
  post: Post
  /** The service stops: what is under way has some seconds left. */
  endSoon(): void
}

/** The parts of `Loom <mail@loom.example>`. */
function readMailbox(mailbox: string) {
  const { name = '', address = mailbox } =
    /^(?<name>.*?)\s*<(?<address>.+)>$/.exec(mailbox)?.groups ?? {}
  return { name, address: withAsciiDomain(address) }
}

type Mailbox = ReturnType<typeof readMailbox>

async function compose({ name: ourName, address }: Mailbox, mail: OutgoingMail) {
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
    ...(replyTo && { replyTo: { name, address: withAsciiDomain(replyTo) } }),
    ...(messageId && { messageId: `<${messageId}@${address.split('@').at(-1)}>` }),
    headers: {
      // Absence notes do not answer it (RFC 3834; Exchange has a header of its own).
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build()
}

const failure = (code: string, fields: Record<string, unknown> = {}) =>
  Object.assign(new Error(code), { code, ...fields })

/** Without SMTPUTF8 a server may read such an address as another one. */
function assertSendable(connection: Connection, { from, to }: { from: string; to: string }) {
  if (takesUtf8(connection)) return
  const answer = { responseCode: 553, response: '553 5.6.7 SMTPUTF8 is not offered' }
  if (!isAscii(from)) throw failure('EENVELOPE', { ...answer, command: 'MAIL FROM' })
  if (!isAscii(to)) throw failure('EENVELOPE', { ...answer, command: 'RCPT TO' })
}

const sendText = (connection: Connection, envelope: { from: string; to: string }, text: Readable) =>
  new Promise<void>((resolve, reject) => {
    text.on('error', reject)
    connection.send({ from: envelope.from, to: [envelope.to] }, text, (error) =>
      error ? reject(error) : resolve(),
    )
  })

/**
 * Sends mails, each over its own connection. The text is handed over once the server has taken the
 * address, so a mail that breaks off before is certainly not sent.
 */
export function createSmtpPost(server: SmtpServer): SmtpPost {
  const mailbox = readMailbox(server.from)
  const stopping = new AbortController()

  async function post(mail: OutgoingMail): Promise<MailOutcome> {
    const envelope = { from: mailbox.address, to: withAsciiDomain(mail.to) }
    const content = await compose(mailbox, { ...mail, to: envelope.to })
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(failure('ETIMEDOUT')), UNTIL_TEXT_MS)
    const signal = AbortSignal.any([late.signal, stopping.signal])
    let isHandedOver: boolean | undefined
    /** Read only when the server has asked for the text. */
    async function* handedOver() {
      isHandedOver = (await mail.handOver?.()) ?? true
      if (!isHandedOver) throw new Error('overtaken')
      clearTimeout(timer)
      yield content
    }
    try {
      const connection = await connectSmtp(server, signal)
      try {
        assertSendable(connection, envelope)
        const sent = sendText(connection, envelope, Readable.from(handedOver()))
        await unlessCut(sent, signal)
      } finally {
        connection.close()
      }
      return { type: 'sent' }
    } catch (error) {
      return isHandedOver === false
        ? { type: 'overtaken' }
        : outcomeOf(error, isHandedOver === true)
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    post,
    endSoon() {
      setTimeout(() => stopping.abort(failure('ESTOPPED')), STOP_MS).unref()
    },
  }
}
