import type { Mail, Mailer, MailOutcome } from './mails.ts'
import { reasonOf } from './smtp-answers.ts'
import type { Post } from './smtp-post.ts'

type Failure = ReturnType<typeof reasonOf>

type MailerDeps = {
  post: Post
  /** Whether its recipient may have one more mail now, which then counts. */
  mayGo: (mail: Mail) => Promise<boolean>
  onFailure: (failure: Failure) => void
  onLimited: () => void
}

/** A page may be waiting for the answer. */
const PATIENCE_MS = 5_000

/** Mails to members by the operator's server. */
export function createSmtpMailer({ post, mayGo, onFailure, onLimited }: MailerDeps): Mailer {
  async function send(mail: Mail): Promise<MailOutcome> {
    try {
      if (!(await mayGo(mail))) {
        onLimited()
        return 'limited'
      }
      const outcome = await post(mail)
      if (outcome.type === 'sent') return 'sent'
      if ('reason' in outcome) {
        const { reason } = outcome
        onFailure({ reason, ...('response' in outcome && { response: outcome.response }) })
      }
    } catch (error) {
      onFailure(reasonOf(error))
    }
    return 'failed'
  }

  return {
    async send(mail) {
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<MailOutcome>((resolve) => {
        timer = setTimeout(() => resolve('late'), PATIENCE_MS)
      })
      return Promise.race([send(mail), late]).finally(() => clearTimeout(timer))
    },
  }
}
