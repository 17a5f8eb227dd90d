import type { MailOutcome } from '../checkout/ports/buyer-mails.ts'

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

/** The command that failed. `API`: the library itself refuses the mail. */
const commandOf = (error: unknown) =>
  error instanceof Error && 'command' in error && typeof error.command === 'string'
    ? error.command
    : ''

/** What is about this mail alone: its address, its text, or that it cannot be sent at all. */
const isOfMail = (error: unknown) => ['RCPT TO', 'DATA', 'API'].includes(commandOf(error))

/**
 * Of one mailbox (RFC 3463, 3.2 and 3.3; RFC 7505; RFC 6531): it does not exist, has no domain, is
 * no address, has moved, takes no mail, is disabled, or is not ASCII. Not 5.1.0, 5.1.7 and 5.1.8, by
 * which servers refuse a sender, and not 5.7.x, which refuses us.
 */
const OF_MAILBOX = ['5.1.1', '5.1.2', '5.1.3', '5.1.4', '5.1.6', '5.1.10', '5.2.1', '5.6.7']

/** Behind the code, or as qmail writes it: `550 sorry, no mailbox here by that name. (#5.1.1)`. */
const ENHANCED = /^\d{3}[ -](5\.\d{1,3}\.\d{1,3})(?![\d.])|\(#(5\.\d{1,3}\.\d{1,3})\)/

/** Of a server that knows no such codes. `550` alone is also that of a relay which refuses us. */
const UNKNOWN_MAILBOX =
  /^55[013][ -].*(?:no such|no mailbox|unrout(?:e)?able|(?:unknown|invalid) (?:user|recipient|mailbox|address|account)|(?:user|recipient|mailbox|address|account)\b.{0,99}(?:unknown|unavailable|disabled|inactive|invalid|not found|(?:not|n.t) exist))/is

/** Whether the server refuses the mailbox, and would take other mails. */
function namesMailbox(error: unknown) {
  if (commandOf(error) !== 'RCPT TO') return false
  const answer = error instanceof Error && 'response' in error ? String(error.response) : ''
  const [, behind, atEnd] = ENHANCED.exec(answer) ?? []
  const status = behind ?? atEnd
  return status === undefined ? UNKNOWN_MAILBOX.test(answer) : OF_MAILBOX.includes(status)
}

/** Final is only what names the address; a relay that refuses us may be put right. */
export function outcomeOf(error: unknown, isHandedOver: boolean): MailOutcome {
  const { reason, response } = reasonOf(error)
  const isServers = !isOfMail(error)
  if (response === undefined)
    return isHandedOver ? { type: 'unsure', reason } : { type: 'put_off', isServers, reason }
  if (response < 500) return { type: 'put_off', isServers, reason, response }
  return namesMailbox(error)
    ? { type: 'refused', reason, response }
    : { type: 'denied', isServers, reason, response }
}
