import type { SealedSecrets } from '../auth/sealed-secrets.ts'
import type { Signals } from '../checkout/ports/cache.ts'
import type { NotifyOwners } from '../checkout/ports/owner-news.ts'
import type { ClaimedDelivery, EndpointNews } from '../checkout/ports/webhook-records.ts'
import type { Config } from '../config.ts'
import { type PostOutcome, createGuardedPost } from '../egress/guarded-post.ts'
import { findTarget } from '../egress/targets.ts'
import type { Events } from '../reporting/events.ts'
import type { Pool } from '../postgres/database.ts'
import { openWebhookRecords } from '../postgres/webhooks/open-webhook-records.ts'
import type { SessionSpans } from '../tracing/session-spans.ts'
import type { Work } from '../tracing/live-spans.ts'
import { deliverWebhook } from '../webhooks/deliver-webhook.ts'
import { createWebhookSecret, holderOf } from '../webhooks/webhook-secrets.ts'
import { createWebhookSender } from '../webhooks/webhook-sender.ts'

/** contract §4: from the name's look-up to the end of the answer. */
const REQUEST_MS = 15_000

/** How long a request that saves an address waits for a silent name server. */
const NAME_MS = 3_000

type WebhookDeps = {
  config: Config
  /** Seals the endpoints' secrets. */
  sealing: SealedSecrets
  events: Events
  notifyOwners: NotifyOwners
  cache: { signals: Signals }
  background: { run(work: () => Promise<unknown>): void }
  now: () => Date
  inSessionSpan: SessionSpans
  createDeliveryId: () => string
  /** For one request. (Default: 15 s.) */
  timeoutMs?: number | undefined
}

/** Its data are those of the event; the test of an endpoint is about no session. */
const spanOf = ({ id, type, data }: ClaimedDelivery) => ({
  name: `webhook ${type}`,
  sessionId: (JSON.parse(data) as { sessionId?: string }).sessionId,
  attributes: { 'checkout.delivery': id },
})

export function openWebhooks(
  pool: Pool,
  { config, sealing, events, notifyOwners, cache, background, now, ...needs }: WebhookDeps,
) {
  const { inSessionSpan, createDeliveryId, timeoutMs = REQUEST_MS } = needs
  const egress = { isOnLoopback: config.isOnLoopback, allowedRanges: config.webhookRanges }
  const records = openWebhookRecords(pool)
  const deps = {
    records,
    post: createGuardedPost(egress, { timeoutMs }),
    sealing,
    now,
    random: Math.random,
    notifyOwners: (news: EndpointNews) => {
      events.webhookEndpointFailing(news)
      notifyOwners({ type: 'webhooks_failing', ...news })
    },
    onAttempt: events.webhookAttempted,
    around: (delivery: ClaimedDelivery, work: Work<PostOutcome>) =>
      inSessionSpan(spanOf(delivery), work),
  }
  const sender = createWebhookSender({
    records,
    deliver: (delivery) => deliverWebhook(deps, delivery),
    createDeliveryId,
    onFailure: (error) => events.webhooksFailed({ error }),
  })
  cache.signals.subscribe((signal) => {
    if (signal.type === 'orders_placed' || signal.type === 'events_written')
      sender.hear(signal.storeIds)
  })
  background.run(async () => {
    const { unreadable } = await records.sealAnew({ secrets: sealing, holderOf })
    if (unreadable > 0) events.webhookSecretsUnreadable({ count: unreadable })
  })
  return {
    records,
    createSecret: (endpointId: string) => createWebhookSecret(endpointId, sealing),
    async findUrlProblem(url: string) {
      const target = await findTarget(url, { ...egress, signal: AbortSignal.timeout(NAME_MS) })
      return target.type === 'refused' ? target.reason : undefined
    },
    wake: sender.wake,
    round: sender.round,
    close: sender.close,
  }
}
