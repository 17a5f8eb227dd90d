import type { Mail, Mailer } from './mails.ts'

/**
 * Without a mail server the whole mail goes to the log, with its link. People who read the log run
 * the service and could make such a link anyway, and there is no other way to the member.
 */
export const createLogMailer = (write: (mail: Omit<Mail, 'html'>) => void): Mailer => ({
  async send({ to, subject, text }) {
    write({ to, subject, text })
    return 'logged'
  },
})
