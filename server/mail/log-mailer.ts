import type { Mail, Mailer } from './mails.ts'

/**
 * Without a mail server the mail is written to the log, whole. With the link in it: whoever reads
 * the log runs the service and could issue such a link anyway, and it is the only way in which it
 * can reach its member.
 */
export const createLogMailer = (write: (mail: Mail) => void): Mailer => ({
  async send(mail) {
    write(mail)
    return 'logged'
  },
})
