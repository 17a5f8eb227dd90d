import type { Config } from '../config.ts'
import type { Events } from '../events.ts'
import { createLogMailer } from '../mail/log-mailer.ts'
import { createMails } from '../mail/mails.ts'
import { createSmtpMailer } from '../mail/smtp-mailer.ts'
import { createSmtpPost } from '../mail/smtp-post.ts'
import type { StoreRecords } from '../store-app/open-store-records.ts'

type Needs = {
  events: Events
  storeRecords: Pick<StoreRecords, 'team' | 'settings'>
  inBackground: (work: () => Promise<unknown>) => void
}

/** Short, because a member may be waiting for the answer. */
const SILENCE_MS = 5_000

/** Mails to members: through the operator's server, or into the log when none is set. */
export function openMails({ smtp }: Config, { events, storeRecords, inBackground }: Needs) {
  const mailer = smtp
    ? createSmtpMailer(createSmtpPost(smtp, SILENCE_MS), { onFailure: events.mailFailed })
    : createLogMailer(events.mailWritten)
  return createMails({
    mailer,
    findOwners: storeRecords.team.findOwners,
    findLook: storeRecords.settings.findBrandingOfMember,
    inBackground,
  })
}
