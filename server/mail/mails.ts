import type { Branding } from '../checkout/branding.ts'
import { type Letter, htmlOf, textOf } from './letter.ts'
import {
  type Changed,
  type Invited,
  type Reset,
  type SecondFactorNews,
  invitationLetter,
  passwordChangedLetter,
  passwordResetLetter,
  secondFactorChangedLetter,
} from './member-letters.ts'
import {
  type Store,
  disputeClosedLetter,
  disputeOpenedLetter,
  keyRegeneratedLetter,
  ofTestStore,
  orphanFoundLetter,
  orphanResolvedLetter,
  refundFailedLetter,
  webhooksFailingLetter,
} from './owner-letters.ts'

/** `html`: the same as `text`, in the store's look. */
export type Mail = { to: string; subject: string; text: string; html: string }

/**
 * `logged`: there is no mail server, the mail is in the log. `failed`: said in the log; nobody has
 * it.
 */
export type MailOutcome = 'sent' | 'logged' | 'failed'

/** Never rejects, and answers within some seconds. */
export type Mailer = { send(mail: Mail): Promise<MailOutcome> }

export type Mails = ReturnType<typeof createMails>

export type Owners = { emails: string[]; isTest: boolean; branding: Branding | null }

type MailNeeds = {
  mailer: Mailer
  /** Of a store; `isTest`: whether it is a test store. */
  findOwners: (storeId: string) => Promise<Owners>
  /** How the store of this member looks; null: as ours. */
  findLook: (email: string) => Promise<Branding | null>
  /** Lets work go on behind the answer. */
  inBackground: (work: () => Promise<unknown>) => void
}

/**
 * What the store application writes to its members. News that nobody waits for goes behind the
 * answer.
 */
export const createMails = ({ mailer, findOwners, findLook, inBackground }: MailNeeds) => {
  const send = (
    { to, ...look }: { to: string; storeName: string; branding: Branding | null },
    letter: Letter,
  ) =>
    mailer.send({
      to,
      subject: letter.subject,
      text: textOf(letter),
      html: htmlOf(letter, look),
    })

  type Member = { to: string; storeName: string; lookOf?: string }
  /** `lookOf`: a member of the store. (Default: whom the mail goes to.) */
  const toMember = async ({ to, storeName, lookOf = to }: Member, letter: Letter) =>
    send({ to, storeName, branding: await findLook(lookOf) }, letter)

  const toOwners =
    <About extends { store: Store }>(letterOf: (about: About) => Letter) =>
    (about: About) =>
      inBackground(async () => {
        const { id, name: storeName } = about.store
        const { emails, isTest, branding } = await findOwners(id)
        const letter = isTest ? ofTestStore(letterOf(about)) : letterOf(about)
        await Promise.all(emails.map((to) => send({ to, storeName, branding }, letter)))
      })

  return {
    invitation: (about: Invited) =>
      toMember({ ...about, lookOf: about.invitedBy }, invitationLetter(about)),
    passwordReset: (about: Reset) => toMember(about, passwordResetLetter(about)),
    passwordChanged: (about: Changed) =>
      inBackground(() => toMember(about, passwordChangedLetter(about))),
    secondFactorChanged: (about: SecondFactorNews) =>
      inBackground(() => toMember(about, secondFactorChangedLetter(about))),
    keyRegenerated: toOwners(keyRegeneratedLetter),
    orphanFound: toOwners(orphanFoundLetter),
    orphanResolved: toOwners(orphanResolvedLetter),
    webhooksFailing: toOwners(webhooksFailingLetter),
    refundFailed: toOwners(refundFailedLetter),
    disputeOpened: toOwners(disputeOpenedLetter),
    disputeClosed: toOwners(disputeClosedLetter),
  }
}
