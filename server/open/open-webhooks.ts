import { ids } from '../auth/random.ts'
import type { SealedSecrets } from '../auth/sealed-secrets.ts'
import type { Signals } from '../checkout/ports/cache.ts'
import type { TellOwners } from '../checkout/ports/owner-news.ts'
import type { EndpointNews } from '../checkout/ports/webhook-records.ts'
import type { Config } from '../config.ts'
import { createGuardedPost } from '../egress/guarded-post.ts'
import { findTarget } from '../egress/targets.ts'
import type { Events } from '../events.ts'
import type { Pool } from '../postgres/database.ts'
import { openWebhookRecords } from '../postgres/webhooks/open-webhook-records.ts'
import { deliverWebhook } from '../webhooks/deliver-webhook.ts'
import { createWebhookSecret, holderOf } from '../webhooks/webhook-secrets.ts'
import { createWebhookSender } from '../webhooks/webhook-sender.ts'

/** contract §4: for everything from the name to the end of the answer. */
const REQUEST_MS = 15_000

/** Nobody who saves an address is kept waiting for a silent name server for longer. */
const NAME_MS = 3_000

type Needs = {
  config: Config
  /** Of the endpoints' secrets. */
  sealing: SealedSecrets
  events: Events
  tellOwners: TellOwners
  cache: { signals: Signals }
  background: { run(work: () => Promise<unknown>): void }
  now: () => Date
  /** Of a request. (Default: 15 s.) */
  timeoutMs?: number | undefined
}

export type Webhooks = ReturnType<typeof openWebhooks>

/** What sends stores' events to their endpoints, and what the platform API does with these. */
export function openWebhooks(
  pool: Pool,
  { config, sealing, events, tellOwners, cache, background, now, timeoutMs = REQUEST_MS }: Needs,
) {
  const egress = { isOnLoopback: config.isOnLoopback, allowedRanges: config.webhookRanges }
  const records = openWebhookRecords(pool)
  const deps = {
    records,
    post: createGuardedPost(egress, { timeoutMs }),
    sealing,
    now,
    random: Math.random,
    tellOwners: (news: EndpointNews) => {
      events.webhookEndpointFailing(news)
      tellOwners({ type: 'webhooks_failing', ...news })
    },
    onAttempt: (outcome: 'delivered' | 'put_off' | 'failed') =>
      events.webhookAttempted({ outcome }),
  }
  const sender = createWebhookSender({
    records,
    deliver: (delivery) => deliverWebhook(deps, delivery),
    createDeliveryId: ids.webhookDelivery,
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
    measure: async () =>
      events.webhooksPending({ oldestSeconds: await records.oldestPendingSeconds() }),
    close: sender.close,
  }
}
