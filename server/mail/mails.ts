import type { Branding } from '../checkout/stores/branding.ts'
import { type Letter, textOf } from './letter.ts'
import { htmlOf } from './letter-html.ts'
import {
  type AccountNews,
  type InvitationNews,
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
  withdrawnLetter,
} from './owner-letters.ts'

/** `html`: the same as `text`, in the store's look. */
export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  /** News of the recipient's own account, which strangers cannot cause. */
  isOfAccount?: boolean
}

/**
 * `logged`: there is no mail server, the log has it. `late`: the server is still busy with it.
 * `limited`: this recipient has had as many as one may. `failed`: nobody has it; the log says why.
 */
export type MailOutcome = 'sent' | 'logged' | 'late' | 'limited' | 'failed'

/** Never rejects, and answers within some seconds. */
export type Mailer = { send(mail: Mail): Promise<MailOutcome> }

export type Mails = ReturnType<typeof createMails>

export type Owners = { emails: string[]; isTest: boolean; branding: Branding | null }

type MailNeeds = {
  mailer: Mailer
  findOwners: (storeId: string) => Promise<Owners>
  /** The look of this member's store; null for ours. */
  findLook: (email: string) => Promise<Branding | null>
  /** Runs work that the answer does not wait for. */
  inBackground: (work: () => Promise<unknown>) => void
}

/** The mails of the store application to its members. Answers do not wait for news. */
export const createMails = ({ mailer, findOwners, findLook, inBackground }: MailNeeds) => {
  type Sending = { to: string; storeName: string; branding: Branding | null; isOfAccount?: boolean }
  const send = ({ to, isOfAccount = false, ...look }: Sending, letter: Letter) =>
    mailer.send({
      to,
      subject: letter.subject,
      text: textOf(letter),
      html: htmlOf(letter, look),
      isOfAccount,
    })

  type Member = { to: string; storeName: string; lookOf?: string }
  /** `lookOf`: a member of the store whose look is used. (Default: the recipient.) */
  const toMember = async ({ to, storeName, lookOf = to }: Member, letter: Letter) =>
    send({ to, storeName, branding: await findLook(lookOf) }, letter)

  const ofAccount = ({ to, storeName }: Member, letter: Letter) =>
    inBackground(async () =>
      send({ to, storeName, branding: await findLook(to), isOfAccount: true }, letter),
    )

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
    invitation: (about: InvitationNews) =>
      toMember({ ...about, lookOf: about.invitedBy }, invitationLetter(about)),
    passwordReset: (about: Reset) => toMember(about, passwordResetLetter(about)),
    passwordChanged: (about: AccountNews) => ofAccount(about, passwordChangedLetter(about)),
    secondFactorChanged: (about: SecondFactorNews) =>
      ofAccount(about, secondFactorChangedLetter(about)),
    keyRegenerated: toOwners(keyRegeneratedLetter),
    orphanFound: toOwners(orphanFoundLetter),
    orphanResolved: toOwners(orphanResolvedLetter),
    webhooksFailing: toOwners(webhooksFailingLetter),
    withdrawn: toOwners(withdrawnLetter),
    refundFailed: toOwners(refundFailedLetter),
    disputeOpened: toOwners(disputeOpenedLetter),
    disputeClosed: toOwners(disputeClosedLetter),
  }
}
