import { domainToASCII } from 'node:url'

export type SmtpServer = {
  host: string
  port: number
  /** TLS from the first byte; else STARTTLS when the server offers it. */
  isSecure: boolean
  auth: { user: string; pass: string } | undefined
  from: string
  /** By which we greet it. */
  name: string
}

/** How long the server may take to be found and reached. */
const REACH_MS = 5_000

/** A server that checks who comes greets late. */
const GREETING_MS = 30_000

/** The answer to the whole text (RFC 5321, 4.5.3.2.6): one that comes later means a second copy. */
const ANSWER_MS = 600_000

const LOOPBACK = /^(?:localhost|127\.0\.0\.1|::1)$/

/** A password is sent encrypted, or on this machine. */
const optionsOf = ({ host, port, isSecure, auth, name }: SmtpServer) => ({
  host,
  port,
  name,
  secure: isSecure,
  requireTLS: auth !== undefined && !LOOPBACK.test(host),
  // Of all of it, the greeting included.
  connectionTimeout: REACH_MS + GREETING_MS,
  dnsTimeout: REACH_MS,
  greetingTimeout: GREETING_MS,
  socketTimeout: ANSWER_MS,
})

/** With a domain that every server can read. What is no domain stays, and the server judges it. */
export function withAsciiDomain(address: string) {
  const at = address.lastIndexOf('@') + 1
  const domain = address.slice(at)
  return address.slice(0, at) + (domainToASCII(domain) || domain)
}

export const isAscii = (text: string) => /^\p{ASCII}*$/u.test(text)

/** What `work` comes to, unless the signal ends it before. */
export const unlessCut = <Result>(work: Promise<Result>, signal: AbortSignal) =>
  new Promise<Result>((resolve, reject) => {
    const cut = () => reject(signal.reason)
    if (signal.aborted) cut()
    signal.addEventListener('abort', cut, { once: true })
    work.then(resolve, reject)
  })

/** Greets the server and signs in. */
export async function connectSmtp(server: SmtpServer, signal: AbortSignal) {
  const { default: SMTPConnection } = await import('nodemailer/lib/smtp-connection')
  const connection = new SMTPConnection(optionsOf(server))
  const { auth } = server
  const connected = new Promise<void>((resolve, reject) => {
    const done = (error?: Error | null) => (error ? reject(error) : resolve())
    // An error that comes later has reached the one who waits then.
    connection.on('error', done)
    connection.connect((error) =>
      error || !auth ? done(error) : connection.login({ credentials: auth }, done),
    )
  })
  try {
    await unlessCut(connected, signal)
  } catch (error) {
    connection.close()
    throw error
  }
  return connection
}

export type Connection = Awaited<ReturnType<typeof connectSmtp>>

/** Whether it takes a local part beyond ASCII (RFC 6531). The library knows, and has no name for it. */
export function takesUtf8(connection: Connection) {
  const extensions: unknown = Reflect.get(connection, '_supportedExtensions')
  return Array.isArray(extensions) && extensions.includes('SMTPUTF8')
}

const PATIENCE_MS = 60_000

/** Connects and signs in, and sends nothing. Rejects with the server's refusal. */
export const verifySmtp = async (server: SmtpServer) =>
  (await connectSmtp(server, AbortSignal.timeout(PATIENCE_MS))).quit()
