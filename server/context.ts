import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Metrics } from './metrics.ts'
import { openBuyerMails } from './open/open-buyer-mails.ts'
import { openBuyerSide } from './open/open-buyer-side.ts'
import { openGround } from './open/open-ground.ts'
import { openMerchantSide } from './open/open-merchant-side.ts'
import { openMoney } from './open/open-money.ts'
import { openPlatformSide } from './open/open-platform-side.ts'
import { openStoreSide, sealFactorsAnew } from './open/open-store-side.ts'
import type { ServiceOptions } from './service-options.ts'
import { surfacesOf } from './surfaces.ts'

type ContextDeps = Omit<ServiceOptions, 'reconcileAfterMs'> & {
  log: Logger
  metrics: Metrics
  isDraining: () => boolean
}

/**
 * Opens everything that the service talks to, and closes it in reverse order. The only place that
 * connects. Each surface gets only what it needs.
 */
export async function openContext(
  config: Config,
  { isDraining, passwordCost, widgetDirectory, ...options }: ContextDeps,
) {
  await using opening = new AsyncDisposableStack()
  const ground = await openGround(config, { ...options, opening })
  const store = openStoreSide(config, { ground, passwordCost, opening })
  const money = await openMoney(config, { ground, tellOwners: store.tellOwners, opening })
  const buyerMails = openBuyerMails(config, { ground, checkout: money.checkout })
  sealFactorsAnew(store, ground)
  const platform = openPlatformSide(config, { ground, store })
  const merchant = await openMerchantSide(ground, store)
  const buyer = await openBuyerSide(ground, widgetDirectory)
  const surfaces = surfacesOf({
    config,
    isDraining,
    ground,
    store,
    money,
    platform,
    merchant,
    buyer,
    buyerMails,
  })
  const resources = opening.move()
  return { ...surfaces, [Symbol.asyncDispose]: () => resources.disposeAsync() }
}
