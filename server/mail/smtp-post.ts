import { Readable } from 'node:stream'
import type { ClaimedMail, MailOutcome } from '../checkout/ports/buyer-mails.ts'
import type { BuyerLetter } from './buyer-letters.ts'
import { type SmtpServer, optionsOf, reasonOf } from './smtp-mailer.ts'

/** The longest silence of the server, in milliseconds; what comes later counts as lost. */
const SILENCE_MS = 30_000

type Posted = Pick<ClaimedMail, 'to' | 'messageId'> & {
  letter: BuyerLetter
  /** Says just before the text goes out whether it still may. */
  handOver: () => Promise<boolean>
}

export type Post = (mail: Posted) => Promise<MailOutcome>

/** The address in `Loom <mail@loom.example>`. */
const addressIn = (mailbox: string) => /<(.+)>/.exec(mailbox)?.[1] ?? mailbox

async function compose(from: string, { to, messageId, letter }: Posted) {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const { from: name, replyTo, ...content } = letter
  return new MailComposer({
    ...content,
    from: { name, address: from },
    // An object, so that an address is never read as a list of addresses.
    to: { name: '', address: to },
    ...(replyTo !== null && { replyTo: { name, address: replyTo } }),
    messageId: `<${messageId}@${from.split('@').at(-1)}>`,
    // Nobody's absence note answers it (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build()
}

async function connect(server: SmtpServer) {
  const { default: SMTPConnection } = await import('nodemailer/lib/smtp-connection')
  const connection = new SMTPConnection(optionsOf(server, SILENCE_MS))
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

/** What nobody wants: the address, or this very text. */
const isForGood = (error: unknown) =>
  error instanceof Error &&
  'command' in error &&
  (error.command === 'RCPT TO' || error.command === 'DATA')

function outcomeOf(error: unknown, isHandedOver: boolean): MailOutcome {
  const { reason, response } = reasonOf(error)
  const ofMail = isForGood(error)
  if (response === undefined)
    return isHandedOver ? { type: 'unsure', reason } : { type: 'put_off', isServers: true, reason }
  return ofMail && response >= 500
    ? { type: 'refused', reason, response }
    : { type: 'put_off', isServers: !ofMail, reason, response }
}

/**
 * Sends mails to buyers, each over its own connection. The text is handed over once the server has
 * taken the address, so a mail that breaks off before is certainly not sent.
 */
export function createSmtpPost(server: SmtpServer): Post {
  const from = addressIn(server.from)
  return async (mail) => {
    const text = await compose(from, mail)
    let isHandedOver: boolean | undefined
    /** Read only when the server has asked for the text. */
    async function* handedOver() {
      isHandedOver = await mail.handOver()
      if (!isHandedOver) throw new Error('overtaken')
      yield text
    }
    try {
      const connection = await connect(server)
      try {
        await new Promise<void>((resolve, reject) => {
          const content = Readable.from(handedOver())
          content.on('error', reject)
          connection.send({ from, to: [mail.to] }, content, (error) =>
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
