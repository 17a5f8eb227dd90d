import type { Config } from '../config.ts'
import type { Events } from '../reporting/events.ts'
import { createLogMailer } from '../mail/log-mailer.ts'
import type { MailLimits } from '../mail/mail-limits.ts'
import { createMails } from '../mail/mails.ts'
import { createSmtpMailer } from '../mail/smtp-mailer.ts'
import { createSmtpPost } from '../mail/smtp-post.ts'
import type { StoreRecords } from '../store-app/open-store-records.ts'

type MailDeps = {
  events: Events
  limits: MailLimits
  storeRecords: Pick<StoreRecords, 'team' | 'settings'>
  inBackground: (work: () => Promise<unknown>) => void
}

/** Mails to members: through the operator's server, or into the log when none is set. */
export function openMails(
  { smtp }: Config,
  { events, limits, storeRecords, inBackground }: MailDeps,
) {
  const sending = smtp && createSmtpPost(smtp)
  const mailer = sending
    ? createSmtpMailer({
        post: sending.post,
        mayGo: async (mail) => (await limits(mail)) === undefined,
        onFailure: events.mailFailed,
        onLimited: () => events.mailLimited({}),
      })
    : createLogMailer(events.mailWritten)
  const mails = createMails({
    mailer,
    findOwners: storeRecords.team.findOwners,
    findLook: storeRecords.settings.findBrandingOfMember,
    inBackground,
  })
  return { mails, endSoon: () => sending?.endSoon() }
}
