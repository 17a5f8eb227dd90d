import type { Mailer } from './mails.ts'
import { type Post, reasonOf } from './smtp-post.ts'

type Failure = ReturnType<typeof reasonOf>

/** Mails to members by the operator's server. */
export const createSmtpMailer = (
  post: Post,
  { onFailure }: { onFailure: (failure: Failure) => void },
): Mailer => ({
  async send(mail) {
    try {
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
  },
})
