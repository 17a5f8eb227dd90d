import { deriveWebhookKey } from '../auth/key-material.ts'
import { createSealedSecrets } from '../auth/sealed-secrets.ts'
import type { Config } from '../config.ts'
import { openOrders } from '../orders/open-orders.ts'
import { openBuyerRecords } from '../postgres/buyers/buyers.ts'
import type { Infrastructure } from './open-infrastructure.ts'
import type { StoreServices } from './open-store-services.ts'
import { openWebhooks } from './open-webhooks.ts'

export type PlatformServices = ReturnType<typeof openPlatformServices>

type PlatformDeps = {
  infrastructure: Infrastructure
  store: Pick<StoreServices, 'notifyOwners' | 'background'>
}

export const openPlatformServices = (config: Config, { infrastructure, store }: PlatformDeps) => ({
  buyers: openBuyerRecords(infrastructure.pool),
  orders: openOrders(infrastructure.pool),
  ids: infrastructure.ids,
  platformTokens: infrastructure.secrets.platformTokens,
  webhooks: openWebhooks(infrastructure.pool, {
    config,
    sealing: createSealedSecrets(infrastructure.secrets.tokenSigningKeys.map(deriveWebhookKey)),
    events: infrastructure.events,
    cache: infrastructure.cache,
    now: infrastructure.now,
    inSessionSpan: infrastructure.inSessionSpan,
    createDeliveryId: infrastructure.ids.webhookDelivery,
    ...store,
    timeoutMs: infrastructure.timeouts.webhookMs,
  }),
})
