import type { KeyKind } from '../contract/platform.ts'
import type { EndpointTrouble } from '../checkout/ports/owner-news.ts'
import type { SecondFactorChange } from '../checkout/audit.ts'

export type Mail = { to: string; subject: string; text: string }

/**
 * `logged`: there is no mail server, the mail is in the log. `failed`: said in the log; nobody has
 * it.
 */
export type MailOutcome = 'sent' | 'logged' | 'failed'

/** Never rejects, and answers within some seconds. */
export type Mailer = { send(mail: Mail): Promise<MailOutcome> }

export type Mails = ReturnType<typeof createMails>

type MailNeeds = {
  mailer: Mailer
  /** Of a store; `isTest`: whether it is a test store. */
  findOwners: (storeId: string) => Promise<{ emails: string[]; isTest: boolean }>
  /** Lets work go on behind the answer. */
  inBackground: (work: () => Promise<unknown>) => void
}

/** A name in a line: whoever chose it adds no header and no line of their own. */
const inLine = (text: string) => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

const textOf = (...paragraphs: string[]) => `${paragraphs.join('\n\n')}\n`

/** Nobody is to take a test for money that has moved. */
const ofTestStore = ({ subject, text }: Omit<Mail, 'to'>) => ({
  subject: `[Test store] ${subject}`,
  text: `${text}\nThis is a test store: no real money moves in it.\n`,
})

type Written = { to: string; storeName: string }
/** `address`: from where; null when unknown. */
type Changed = Written & { address: string | null; baseUrl: string }
/** News of an order's money: amounts and moments come as texts, `url` is the order's page. */
type OfOrder = { store: { id: string; name: string }; orderNumber: string; url: string }
type FailedRefund = OfOrder & { amount: string; reason: string; units: number }
type OpenedDispute = OfOrder & { amount: string; reason: string; dueAt: string | null }
type ClosedDispute = OfOrder & { amount: string; isWon: boolean }
/** A payment that the records have lost; `url` is the page of the store's payment problems. */
type OfOrphan = { store: { id: string; name: string }; amount: string; url: string }
type OfEndpoint = { store: { id: string; name: string }; url: string; what: EndpointTrouble }
type SecondFactorNews = Changed & { change: SecondFactorChange }
type Regenerated = {
  store: { id: string; name: string }
  kind: KeyKind
  by: string
  oldEndsAt: Date | null
}

const SECOND_FACTOR: Record<SecondFactorChange, { subject: string; text: string }> = {
  turned_on: {
    subject: 'Your second factor is on at',
    text: 'From now on a code of your authenticator app is asked for beside your password.',
  },
  turned_off: {
    subject: 'Your second factor is off at',
    text: 'From now on your password alone opens your account.',
  },
  ended: {
    subject: 'Your second factor is off at',
    text: 'Whoever runs the service has ended your second factor, and you are signed out everywhere. From now on your password alone opens your account.',
  },
  recovery_code_used: {
    subject: 'A recovery code was used at',
    text: 'One of your recovery codes was used in the place of your second factor. It works no more.',
  },
  recovery_codes_renewed: {
    subject: 'You have new recovery codes at',
    text: 'New recovery codes were made. The ones before work no more.',
  },
  passkey_added: {
    subject: 'A passkey was added at',
    text: 'A passkey was added, which counts as your second factor.',
  },
  passkey_removed: {
    subject: 'A passkey was removed at',
    text: 'One of your passkeys was removed.',
  },
}

const ENDPOINT: Record<EndpointTrouble, (url: string) => string[]> = {
  failing: (url) => [
    `For a day every event that was sent to this address has failed:\n${url}`,
    'Each event is tried again for some three days. When nothing but failures comes for five days, the endpoint is disabled.',
  ],
  disabled_as_failing: (url) => [
    `For five days every event that was sent to this address has failed, so nothing is sent there any more:\n${url}`,
    'Once your server works, enable the endpoint again and send what has failed once more.',
  ],
  disabled_as_gone: (url) => [
    `Your server has answered 410 Gone at this address, so nothing is sent there any more:\n${url}`,
    'If it was not meant to, enable the endpoint again and send what has failed once more.',
  ],
}

const DELIVERIES =
  'Whoever runs the platform sees the answers of your server in the list of webhook deliveries. Nothing is lost: a read of a session always says whether it was paid.'

/**
 * What the store application writes to its members. News that nobody waits for goes behind the
 * answer.
 */
export const createMails = ({ mailer, findOwners, inBackground }: MailNeeds) => {
  const toOwners = (storeId: string, mail: Omit<Mail, 'to'>) =>
    inBackground(async () => {
      const { emails, isTest } = await findOwners(storeId)
      const { subject, text } = isTest ? ofTestStore(mail) : mail
      await Promise.all(emails.map((to) => mailer.send({ to, subject, text })))
    })
  return {
    invitation: ({ to, storeName, invitedBy, url }: Written & { invitedBy: string; url: string }) =>
      mailer.send({
        to,
        subject: `Join ${inLine(storeName)}`,
        text: textOf(
          `${inLine(invitedBy)} invites you to the team of the store ${inLine(storeName)}.`,
          `To join, choose a password here. The link works for 7 days, once:\n${url}`,
          'If you do not know this store, do nothing.',
        ),
      }),

    passwordReset: ({ to, storeName, url }: Written & { url: string }) =>
      mailer.send({
        to,
        subject: `A new password for ${inLine(storeName)}`,
        text: textOf(
          `Somebody, you we hope, asked for a new password for your account ${to} at the store ${inLine(storeName)}.`,
          `Choose it here. The link works for an hour, once:\n${url}`,
          'If it was not you, do nothing: your password stays as it is.',
        ),
      }),

    passwordChanged: ({ to, storeName, address, baseUrl }: Changed) =>
      inBackground(() =>
        mailer.send({
          to,
          subject: `Your password for ${inLine(storeName)} was changed`,
          text: textOf(
            `The password of your account ${to} at the store ${inLine(storeName)} was changed just now.`,
            ...(address === null ? [] : [`It was done from ${address}.`]),
            'If it was you, there is nothing to do. Wherever else you were signed in, you are not any more.',
            `If it was not you, choose another password at once, and tell the owners of the store:\n${baseUrl}/store/forgot-password`,
          ),
        }),
      ),

    secondFactorChanged: ({ to, storeName, address, baseUrl, change }: SecondFactorNews) =>
      inBackground(() =>
        mailer.send({
          to,
          subject: `${SECOND_FACTOR[change].subject} ${inLine(storeName)}`,
          text: textOf(
            `${SECOND_FACTOR[change].text} It is about your account ${to} at the store ${inLine(storeName)}.`,
            ...(address === null || change === 'ended' ? [] : [`It was done from ${address}.`]),
            change === 'ended'
              ? 'If you have not asked for this, sign in, turn it on again, and tell whoever runs the service.'
              : `If it was not you, choose another password at once, look at your account, and tell the owners of the store:\n${baseUrl}/store/forgot-password`,
          ),
        }),
      ),

    /** To every owner of the store. `by`: the member who did it, or `platform`. */
    keyRegenerated: ({ store, kind, by, oldEndsAt }: Regenerated) => {
      const who = by === 'platform' ? 'The platform' : inLine(by)
      toOwners(store.id, {
        subject: `The ${kind} key of ${inLine(store.name)} was regenerated`,
        text: textOf(
          `${who} regenerated the ${kind} key of ${inLine(store.name)} just now.`,
          oldEndsAt === null
            ? 'The key before works no more: whatever still uses it is refused.'
            : `The key before works until ${oldEndsAt.toISOString()}: whatever still uses it then is refused.`,
          'If none of you meant to do this, look at Settings → Audit log for who it was, and change your passwords.',
        ),
      })
    },

    orphanFound: ({ store, amount, url, isTaken }: OfOrphan & { isTaken: boolean }) =>
      toOwners(store.id, {
        subject: `A payment of ${amount} at ${inLine(store.name)} was lost`,
        text: textOf(
          `${amount} was ${isTaken ? 'taken' : 'reserved'} for a payment that the records of ${inLine(store.name)} have lost: it has no order. Do not send anything for it.`,
          'Whoever runs this service has been told, and it is looked after: usually the buyer gets the money back. You will hear when that is done.',
          `Payment problems:\n${url}`,
        ),
      }),

    /** `outcome`: what has become of its money, in a sentence. */
    orphanResolved: ({ store, amount, url, outcome }: OfOrphan & { outcome: string }) =>
      toOwners(store.id, {
        subject: `The lost payment of ${amount} at ${inLine(store.name)}`,
        text: textOf(
          `The records of ${inLine(store.name)} had lost a payment of ${amount}. ${outcome}`,
          `Payment problems:\n${url}`,
        ),
      }),

    /** `url`: the endpoint's. */
    webhooksFailing: ({ store, url, what }: OfEndpoint) =>
      toOwners(store.id, {
        subject:
          what === 'failing'
            ? `Your server does not take the events of ${inLine(store.name)}`
            : `The events of ${inLine(store.name)} are no longer sent to your server`,
        text: textOf(...ENDPOINT[what](inLine(url)), DELIVERIES),
      }),

    refundFailed: ({ store, orderNumber, url, amount, reason, units }: FailedRefund) =>
      toOwners(store.id, {
        subject: `The refund of order ${orderNumber} failed`,
        text: textOf(
          `A refund of ${amount} for order ${orderNumber} of ${inLine(store.name)} had succeeded, and has failed now. ${reason} The buyer does not have the money.`,
          units === 0
            ? `You can refund it again, or give it back in another way:\n${url}`
            : `You can refund it again, or give it back in another way. It had put ${units} ${units === 1 ? 'unit' : 'units'} into stock: please say whether they came back.\n${url}`,
        ),
      }),

    disputeOpened: ({ store, orderNumber, url, amount, reason, dueAt }: OpenedDispute) =>
      toOwners(store.id, {
        subject: `Order ${orderNumber} is disputed`,
        text: textOf(
          `The buyer's bank disputes ${amount} of order ${orderNumber} of ${inLine(store.name)}. ${reason}`,
          dueAt === null
            ? 'There is nothing to do: the bank decides.'
            : `Answer it at your payment provider by ${dueAt}. Without an answer the money is lost.`,
          `The order:\n${url}`,
        ),
      }),

    disputeClosed: ({ store, orderNumber, url, amount, isWon }: ClosedDispute) =>
      toOwners(store.id, {
        subject: `The dispute of order ${orderNumber} is ${isWon ? 'won' : 'lost'}`,
        text: textOf(
          isWon
            ? `The dispute of ${amount} of order ${orderNumber} of ${inLine(store.name)} has ended: the money is yours.`
            : `The dispute of ${amount} of order ${orderNumber} of ${inLine(store.name)} is lost: the buyer has the money back.`,
          `The order:\n${url}`,
        ),
      }),
  }
}
