import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Metrics } from './metrics.ts'
import { openBuyerSide } from './open/open-buyer-side.ts'
import { openGround } from './open/open-ground.ts'
import { openMerchantSide } from './open/open-merchant-side.ts'
import { openMoney } from './open/open-money.ts'
import { openPlatformSide } from './open/open-platform-side.ts'
import { openStoreSide, sealFactorsAnew } from './open/open-store-side.ts'
import type { ServiceOptions } from './service-options.ts'
import { surfacesOf } from './surfaces.ts'

type Needs = Omit<ServiceOptions, 'reconcileAfterMs'> & {
  log: Logger
  metrics: Metrics
  isDraining: () => boolean
}

/**
 * Opens everything the service talks to, and closes it in the reverse order. The only place that
 * connects. Each surface is given what it needs of it.
 */
export async function openContext(
  config: Config,
  { isDraining, passwordCost, webhookTimeoutMs, ...options }: Needs,
) {
  await using opening = new AsyncDisposableStack()
  const ground = await openGround(config, { ...options, opening })
  const store = openStoreSide(config, { ground, passwordCost, opening })
  const money = await openMoney(config, { ground, tellOwners: store.tellOwners, opening })
  sealFactorsAnew(store, ground)
  const platform = openPlatformSide(config, { ground, store, webhookTimeoutMs })
  const merchant = await openMerchantSide(ground)
  const buyer = await openBuyerSide(ground)
  const surfaces = surfacesOf({
    config,
    isDraining,
    ground,
    store,
    money,
    platform,
    merchant,
    buyer,
  })
  const resources = opening.move()
  return { ...surfaces, [Symbol.asyncDispose]: () => resources.disposeAsync() }
}
