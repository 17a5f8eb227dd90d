import { deriveWebhookKey } from '../auth/key-material.ts'
import { createSealedSecrets } from '../auth/sealed-secrets.ts'
import type { Config } from '../config.ts'
import { openBuyerRecords } from '../postgres/buyers.ts'
import type { Ground } from './open-ground.ts'
import type { StoreSide } from './open-store-side.ts'
import { openWebhooks } from './open-webhooks.ts'

export type PlatformSide = ReturnType<typeof openPlatformSide>

type PlatformDeps = {
  ground: Ground
  store: Pick<StoreSide, 'tellOwners' | 'background'>
}

export const openPlatformSide = (config: Config, { ground, store }: PlatformDeps) => ({
  buyers: openBuyerRecords(ground.pool),
  ids: ground.ids,
  platformTokens: ground.secrets.platformTokens,
  webhooks: openWebhooks(ground.pool, {
    config,
    sealing: createSealedSecrets(ground.secrets.tokenSigningKeys.map(deriveWebhookKey)),
    events: ground.events,
    cache: ground.cache,
    now: ground.now,
    inSessionSpan: ground.inSessionSpan,
    createDeliveryId: ground.ids.webhookDelivery,
    ...store,
    timeoutMs: ground.timeouts.webhookMs,
  }),
})
