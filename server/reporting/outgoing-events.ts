import type { ClaimedMail, MailOutcome } from '../checkout/ports/buyer-mails.ts'
import type { EventSinks } from './event-sinks.ts'
import type { DeliveryAttempt } from '../webhooks/deliver-webhook.ts'

type MailFailure = { messageId: string; reason: string; response?: number }

/** Mails to buyers. Nothing here names one. */
export const buyerMailEvents = ({ logged, metrics }: EventSinks) => {
  const failed = logged<MailFailure & { outcome: string }>('buyer_mail.failed')
  const denied = logged<MailFailure>('buyer_mail.denied')
  const limited = logged<{ messageId: string; by: string; freeAt: Date }>('buyer_mail.limited')

  return {
    buyerMailTried: ({ messageId }: ClaimedMail, outcome: MailOutcome) => {
      metrics.buyerMails.inc({ outcome: outcome.type })
      switch (outcome.type) {
        case 'sent':
        case 'overtaken':
          return undefined
        case 'limited':
          return limited({ messageId, by: outcome.by, freeAt: outcome.freeAt })
        case 'denied':
          return denied({ messageId, reason: outcome.reason, response: outcome.response })
        case 'put_off':
        case 'unsure':
        case 'refused': {
          const { type, reason } = outcome
          const answer = 'response' in outcome && { response: outcome.response }
          return failed({ messageId, outcome: type, reason, ...answer })
        }
      }
    },
  }
}

export const webhookEvents = ({ logged, metrics }: EventSinks) => ({
  webhookAttempted: ({ outcome, durationMs, lagMs }: DeliveryAttempt) => {
    metrics.webhookAttempts.inc({ outcome })
    metrics.webhookRequests.observe(durationMs / 1000)
    if (lagMs !== undefined) metrics.eventLag.observe(Math.max(0, lagMs) / 1000)
  },
  /** An endpoint has only failed for a day, or is disabled. */
  webhookEndpointFailing: logged<{
    storeId: string
    endpointId: string
    what: 'failing' | 'disabled_as_gone' | 'disabled_as_failing'
  }>('webhook.endpoint.failing', ({ what }) => {
    if (what !== 'failing') metrics.webhookEndpointsDisabled.inc()
  }),
  webhooksFailed: logged<{ error: unknown }>('webhook.round.failed'),
  /** Endpoints whose webhooks cannot be signed, because the key of their secrets is gone. */
  webhookSecretsUnreadable: logged<{ count: number }>('webhook.secrets.unreadable'),
})
