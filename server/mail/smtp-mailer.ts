import type { Mailer } from './mails.ts'

export type SmtpServer = {
  host: string
  port: number
  /** TLS from the first byte; else STARTTLS when the server offers it. */
  isSecure: boolean
  auth: { user: string; pass: string } | undefined
  from: string
}

/** Short, because an owner may be waiting for the answer. */
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

/** `silenceMs`: the longest silence of a server that has greeted. */
export const optionsOf = ({ host, port, isSecure, auth }: SmtpServer, silenceMs = PATIENCE_MS) => ({
  host,
  port,
  secure: isSecure,
  requireTLS: auth !== undefined && !LOOPBACK.test(host),
  connectionTimeout: PATIENCE_MS,
  greetingTimeout: PATIENCE_MS,
  socketTimeout: silenceMs,
  dnsTimeout: PATIENCE_MS,
})

async function openTransport(server: SmtpServer) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    ...optionsOf(server),
    ...(server.auth && { auth: server.auth }),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** Connects and signs in, and sends nothing. Rejects with the server's refusal. */
export const verifySmtp = async (server: SmtpServer) => (await openTransport(server)).verify()

/** Sends each mail over its own connection. A password is sent encrypted, or on this machine. */
export function createSmtpMailer(
  server: SmtpServer,
  {
    onFailure,
  }: {
    onFailure: (fields: { reason: string; response?: number }) => void
  },
): Mailer {
  const { from } = server
  // Loaded with the first mail: the library takes 30 MB, and many services never send one.
  let transport: ReturnType<typeof openTransport> | undefined
  return {
    async send({ to, ...content }) {
      try {
        transport ??= openTransport(server)
        // An object, so that an address is never read as a list of addresses.
        await (await transport).sendMail({ from, to: { name: '', address: to }, ...content })
        return 'sent'
      } catch (error) {
        onFailure(reasonOf(error))
        return 'failed'
      }
    },
  }
}
