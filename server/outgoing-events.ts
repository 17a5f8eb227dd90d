import type { ClaimedMail, MailOutcome } from './checkout/ports/buyer-mails.ts'
import type { Ways } from './event-ways.ts'
import type { DeliveryAttempt } from './webhooks/deliver-webhook.ts'

/** Mails to buyers. Nothing here names one. */
export const buyerMailEvents = ({ told, metrics }: Ways) => {
  const failed = told<{ messageId: string; outcome: string; reason: string; response?: number }>(
    'buyer_mail.failed',
  )
  return {
    buyerMailTried: ({ messageId }: ClaimedMail, { type: outcome, ...why }: MailOutcome) => {
      metrics.buyerMails.inc({ outcome })
      if ('reason' in why) {
        const { reason, response } = why as { reason: string; response?: number }
        failed({ messageId, outcome, reason, ...(response !== undefined && { response }) })
      }
    },
  }
}

export const webhookEvents = ({ told, metrics }: Ways) => ({
  webhookAttempted: ({ outcome, durationMs, lagMs }: DeliveryAttempt) => {
    metrics.webhookAttempts.inc({ outcome })
    metrics.webhookRequests.observe(durationMs / 1000)
    if (lagMs !== undefined) metrics.eventLag.observe(Math.max(0, lagMs) / 1000)
  },
  /** An endpoint has only failed for a day, or is disabled. */
  webhookEndpointFailing: told<{
    storeId: string
    endpointId: string
    what: 'failing' | 'disabled_as_gone' | 'disabled_as_failing'
  }>('webhook.endpoint.failing', ({ what }) => {
    if (what !== 'failing') metrics.webhookEndpointsDisabled.inc()
  }),
  webhooksFailed: told<{ error: unknown }>('webhook.round.failed'),
  /** Endpoints whose webhooks cannot be signed, because the key of their secrets is gone. */
  webhookSecretsUnreadable: told<{ count: number }>('webhook.secrets.unreadable'),
})
