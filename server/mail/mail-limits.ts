import type { CountMail, MailCount } from '../checkout/ports/mail-counts.ts'
import { withAsciiDomain } from './smtp-connection.ts'

/** Contract §8. */
const OF_RECIPIENT = { anHour: 5, aDay: 20 }

/**
 * News of an account goes on when others have filled the limit: who knows an address could else keep
 * from its owner that the password was changed.
 */
const OF_ACCOUNT = { anHour: 10, aDay: 40 }

/** News of sales leave room for what the recipient must not miss, such as a dispute. */
const OF_SALES = { anHour: 4, aDay: 16 }

/** What one buyer's network causes: many buyers may share one address. */
const OF_NETWORK = { anHour: 60, aDay: 240 }

/** One mailbox has many spellings: capitals, `ana+shop@…`, quotes, and dots at Gmail. */
function mailboxOf(address: string) {
  const plain = withAsciiDomain(address.trim().normalize('NFKC').toLowerCase())
  const at = plain.lastIndexOf('@')
  const [box = ''] = plain.slice(0, at).replaceAll(/["\\]/g, '').split('+')
  const domain = plain.slice(at + 1).replace(/\.$/, '')
  return ['gmail.com', 'googlemail.com'].includes(domain)
    ? `${box.replaceAll('.', '')}@gmail.com`
    : `${box}@${domain}`
}

type MailRecipient = {
  to: string
  /** Of the buyer who has caused it, narrowest first. (Default: none.) */
  clientKeys?: string[]
  isOfAccount?: boolean
  isOfSales?: boolean
}

function boundsOf({ isOfAccount, isOfSales }: MailRecipient) {
  if (isOfAccount) return OF_ACCOUNT
  return isOfSales ? OF_SALES : OF_RECIPIENT
}

/** `digestOf`: a keyed one, so that nobody else can confirm a guessed address. */
type MailLimitDeps = { digestOf: (mailbox: string) => string; count: CountMail }

/** Asks whether a mail may go now, which then counts. */
export function createMailLimits({ digestOf, count }: MailLimitDeps) {
  return async (mail: MailRecipient) => {
    const { to, clientKeys = [] } = mail
    const recipient: MailCount = {
      key: `to:${digestOf(mailboxOf(to))}`,
      ...boundsOf(mail),
    }
    // A wider network has more customers, as in `clientNetworksOf`.
    const networks = clientKeys.map((client, width) => ({
      key: `from:${client}`,
      anHour: OF_NETWORK.anHour * 2 ** width,
      aDay: OF_NETWORK.aDay * 2 ** width,
    }))
    const full = await count([recipient, ...networks])
    if (!full) return undefined
    const by = full.key === recipient.key ? ('recipient' as const) : ('network' as const)
    return { by, freeAt: full.freeAt }
  }
}

export type MailLimits = ReturnType<typeof createMailLimits>
