import type { AddressedMail, MailOutcome } from '../checkout/ports/buyer-mails.ts'
import type { EventSinks } from './event-sinks.ts'
import type { DeliveryAttempt } from '../webhooks/deliver-webhook.ts'

type MailFailure = { messageId: string; reason: string; response?: number }

/** Nothing here names a recipient. */
function mailTried({ logged }: EventSinks, name: 'buyer_mail' | 'sale_mail') {
  const failed = logged<MailFailure & { outcome: string }>(`${name}.failed`)
  const denied = logged<MailFailure>(`${name}.denied`)
  const limited = logged<{ messageId: string; by: string; freeAt: Date }>(`${name}.limited`)
  return ({ messageId }: AddressedMail, outcome: MailOutcome) => {
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
  }
}

/** Mails to buyers, and to members about sales. */
export const outgoingMailEvents = (sinks: EventSinks) => {
  const [toBuyer, ofSales] = [mailTried(sinks, 'buyer_mail'), mailTried(sinks, 'sale_mail')]
  const { buyerMails, saleMails } = sinks.metrics
  return {
    buyerMailTried: (mail: AddressedMail, outcome: MailOutcome) => {
      buyerMails.inc({ outcome: outcome.type })
      toBuyer(mail, outcome)
    },
    saleMailTried: (mail: AddressedMail, outcome: MailOutcome) => {
      saleMails.inc({ outcome: outcome.type })
      ofSales(mail, outcome)
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
