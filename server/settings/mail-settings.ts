import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import * as z from 'zod'
import { SettingTexts } from '../contract/setting-texts.ts'

/** A mailbox for `From:`, with or without a name. */
const MAILBOX = /^(?:[^<>"\\\p{Cc}]{1,100} <[^\s<>"@,;]+@[^\s<>"@,;]+>|[^\s<>"@,;]+@[^\s<>"@,;]+)$/u

/** What `EHLO` takes (RFC 5321, 4.1.1.1). */
const GREETING_NAME =
  /^(?:[a-z\d](?:[a-z\d.-]{0,251}[a-z\d])?|\[[\da-f.:]{2,45}\]|\[IPv6:[\da-f.:]{2,39}\])$/i

const isServer = (url: URL) =>
  ['smtp:', 'smtps:'].includes(url.protocol) &&
  url.hostname !== '' &&
  ['', '/'].includes(url.pathname) &&
  url.hash === ''

const isEscaped = (part: string) => !/%(?![\da-f]{2})/i.test(part)

const PARAMETERS = ['from', 'name']

const smtpUrl = z.string().transform((value, context) => {
  const url = URL.parse(value)
  const [from, name] = PARAMETERS.map((key) => url?.searchParams.get(key) ?? undefined)
  if (!url || !isServer(url)) {
    context.addIssue(
      'must be an smtp: or smtps: address such as smtp://user:password@mail.example:587?from=store@shop.example',
    )
  } else if ([...url.searchParams.keys()].some((key) => !PARAMETERS.includes(key))) {
    context.addIssue('takes no parameter but from and name')
  } else if (name !== undefined && !GREETING_NAME.test(name)) {
    context.addIssue(
      'name must be a host name such as shop.example, or an address such as [192.0.2.1]',
    )
  } else if (from !== undefined && !MAILBOX.test(from)) {
    context.addIssue(
      'from must be an email address, or a name and an address as in Loom <store@loom.example>',
    )
  } else if (![url.username, url.password].every(isEscaped)) {
    context.addIssue('has a % in its user or password that begins no escape: write it as %25')
  } else if (url.username !== '' && url.password === '') {
    context.addIssue('has a user without a password')
  } else return { url, from, name }
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

/** Mail servers mistrust a greeting without a name that others can look up. */
function greetingName(baseUrl: string, from: string) {
  const { hostname } = new URL(baseUrl)
  const isName = hostname.includes('.') && isIP(hostname) === 0
  return isName ? hostname : domainToASCII(from.replace(/^.*@|>$/g, '')) || hostname
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
        summary: 'mail server, for members of stores and for buyers',
        more: 'Write `smtp://user:password@host:587` (STARTTLS) or `smtps://user:password@host` (TLS, port 465). Behind it, `?from=Loom <store@loom.example>` names the sender; without it mails come from `no-reply@` the host of `BASE_URL`. `&name=shop.example` is how the service greets the mail server (`EHLO`); without it that is the host of `BASE_URL`, or the sender’s domain where that is no name. Without a mail server buyers get no mail about their order, and the service writes mails to members into the log, with the links for new passwords in them.',
      }),
    })
    .transform(({ SMTP_URL }) => {
      if (!SMTP_URL) return { smtp: undefined }
      const { url, from = `no-reply@${new URL(baseUrl).hostname}` } = SMTP_URL
      const name = SMTP_URL.name ?? greetingName(baseUrl, from)
      return { smtp: { ...toServer(url), from, name } }
    })
