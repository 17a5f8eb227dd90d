import * as z from 'zod'
import { SettingTexts } from '../contract/setting-texts.ts'

/** A mailbox for `From:`, with or without a name. */
const MAILBOX = /^(?:[^<>"\\\p{Cc}]{1,100} <[^\s<>"@,;]+@[^\s<>"@,;]+>|[^\s<>"@,;]+@[^\s<>"@,;]+)$/u

const isServer = (url: URL) =>
  ['smtp:', 'smtps:'].includes(url.protocol) &&
  url.hostname !== '' &&
  ['', '/'].includes(url.pathname) &&
  url.hash === ''

const isEscaped = (part: string) => !/%(?![\da-f]{2})/i.test(part)

const smtpUrl = z.string().transform((value, context) => {
  const url = URL.parse(value)
  const from = url?.searchParams.get('from') ?? undefined
  if (!url || !isServer(url)) {
    context.addIssue(
      'must be an smtp: or smtps: address such as smtp://user:password@mail.example:587?from=store@shop.example',
    )
  } else if ([...url.searchParams.keys()].some((name) => name !== 'from')) {
    context.addIssue('takes no parameter but from')
  } else if (from !== undefined && !MAILBOX.test(from)) {
    context.addIssue(
      'from must be an email address, or a name and an address as in Loom <store@loom.example>',
    )
  } else if (![url.username, url.password].every(isEscaped)) {
    context.addIssue('has a % in its user or password that begins no escape: write it as %25')
  } else if (url.username !== '' && url.password === '') {
    context.addIssue('has a user without a password')
  } else return { url, from }
  return z.NEVER
})

function toServer(url: URL) {
  const isSecure = url.protocol === 'smtps:'
  return {
    host: url.hostname.replaceAll(/^\[|\]$/g, ''),
    port: Number(url.port || (isSecure ? 465 : 587)),
    isSecure,
    auth:
      url.username === ''
        ? undefined
        : { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
  }
}

/**
 * The mail server. (Default: none; mails to members go to the log.) Mails come from
 * `from`, else from `no-reply` at the host of `baseUrl`.
 */
export const mailSettings = (baseUrl: string) =>
  z
    .object({
      SMTP_URL: smtpUrl.optional().register(SettingTexts, {
        isSecret: true,
        says: 'mail server, for members of stores and for buyers',
        more: 'Write `smtp://user:password@host:587` (STARTTLS) or `smtps://user:password@host` (TLS, port 465). Behind it, `?from=Loom <store@loom.example>` names the sender; without it mails come from `no-reply@` the host of `BASE_URL`. Without a mail server buyers get no mail about their order, and the service writes mails to members into the log, with the links for new passwords in them.',
      }),
    })
    .transform(({ SMTP_URL }) => ({
      smtp: SMTP_URL && {
        ...toServer(SMTP_URL.url),
        from: SMTP_URL.from ?? `no-reply@${new URL(baseUrl).hostname}`,
      },
    }))
