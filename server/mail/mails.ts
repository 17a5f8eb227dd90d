import type { KeyKind } from '../contract/platform.ts'

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
  listOwnerEmails: (storeId: string) => Promise<string[]>
  /** Lets work go on behind the answer. */
  inBackground: (work: () => Promise<unknown>) => void
}

/** A name in a line: whoever chose it adds no header and no line of their own. */
const inLine = (text: string) => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

const textOf = (...paragraphs: string[]) => `${paragraphs.join('\n\n')}\n`

type Written = { to: string; storeName: string }
/** `address`: from where; null when unknown. */
type Changed = Written & { address: string | null; baseUrl: string }
type Regenerated = { store: { id: string; name: string }; kind: KeyKind; by: string }

/**
 * What the store application writes to its members. News that nobody waits for goes behind the
 * answer.
 */
export const createMails = ({ mailer, listOwnerEmails, inBackground }: MailNeeds) => ({
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

  /** To every owner of the store. `by`: the member who did it, or `platform`. */
  keyRegenerated: ({ store, kind, by }: Regenerated) =>
    inBackground(async () => {
      const who = by === 'platform' ? 'The platform' : inLine(by)
      const mailTo = (to: string) =>
        mailer.send({
          to,
          subject: `The ${kind} key of ${inLine(store.name)} was regenerated`,
          text: textOf(
            `${who} regenerated the ${kind} key of ${inLine(store.name)} just now.`,
            'The key before works no more: whatever still uses it is refused.',
            'If none of you meant to do this, look at Settings → Audit log for who it was, and change your passwords.',
          ),
        })
      await Promise.all((await listOwnerEmails(store.id)).map(mailTo))
    }),
})
