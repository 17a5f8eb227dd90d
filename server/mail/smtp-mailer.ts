import type { Mailer } from './mails.ts'

export type SmtpServer = {
  host: string
  port: number
  /** TLS from the first byte; otherwise STARTTLS when the server knows it. */
  isSecure: boolean
  auth: { user: string; pass: string } | undefined
  from: string
}

/** An owner may be waiting for the answer. */
const PATIENCE_MS = 5_000

/** What went wrong, without the addresses that a server quotes in its answers. */
const reasonOf = (error: unknown) => ({
  reason:
    error instanceof Error && 'code' in error && typeof error.code === 'string'
      ? error.code
      : 'unknown',
  ...(error instanceof Error &&
    'responseCode' in error &&
    typeof error.responseCode === 'number' && { response: error.responseCode }),
})

const LOOPBACK = /^(?:localhost|127\.0\.0\.1|::1)$/

/**
 * Sends each mail over a connection of its own. A password goes over the wire only encrypted, or on
 * this machine.
 */
export function createSmtpMailer(
  { host, port, isSecure, auth, from }: SmtpServer,
  {
    onFailure,
  }: {
    onFailure: (fields: { reason: string; response?: number }) => void
  },
): Mailer {
  const open = async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      host,
      port,
      secure: isSecure,
      requireTLS: auth !== undefined && !LOOPBACK.test(host),
      ...(auth && { auth }),
      connectionTimeout: PATIENCE_MS,
      greetingTimeout: PATIENCE_MS,
      socketTimeout: PATIENCE_MS,
      dnsTimeout: PATIENCE_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }
  // The library takes 30 MB: many services never send a mail.
  let transport: ReturnType<typeof open> | undefined
  return {
    async send({ to, ...content }) {
      try {
        transport ??= open()
        // As an object: an address is never read as a list of several.
        await (await transport).sendMail({ from, to: { name: '', address: to }, ...content })
        return 'sent'
      } catch (error) {
        onFailure(reasonOf(error))
        return 'failed'
      }
    },
  }
}
