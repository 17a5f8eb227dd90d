import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Metrics } from './reporting/metrics.ts'
import { openBuyerMails } from './open/open-buyer-mails.ts'
import { openSaleMails } from './open/open-sale-mails.ts'
import { openBuyerServices } from './open/open-buyer-services.ts'
import { openInfrastructure } from './open/open-infrastructure.ts'
import { openMerchantServices } from './open/open-merchant-services.ts'
import { openMoney } from './open/open-money.ts'
import { openNewStores } from './open/open-new-stores.ts'
import { openPlatformServices } from './open/open-platform-services.ts'
import { openStoreServices, sealFactorsAnew } from './open/open-store-services.ts'
import type { ServiceOptions } from './service-options.ts'
import { surfacesOf } from './surfaces.ts'

type ContextDeps = Omit<ServiceOptions, 'reconcileAfterMs'> & {
  log: Logger
  metrics: Metrics
  isDraining: () => boolean
}

/**
 * Opens everything that the service talks to, and closes it in reverse order. Nothing else
 * connects. Each surface gets only what it needs.
 */
export async function openContext(
  config: Config,
  { isDraining, passwordCost, widgetDirectory, ...options }: ContextDeps,
) {
  await using opening = new AsyncDisposableStack()
  const infrastructure = await openInfrastructure(config, { ...options, opening })
  const store = openStoreServices(config, { infrastructure, passwordCost, opening })
  const money = await openMoney(config, {
    infrastructure,
    notifyOwners: store.notifyOwners,
    opening,
  })
  const buyerMails = openBuyerMails(config, { infrastructure, checkout: money.checkout })
  const saleMails = openSaleMails(config, infrastructure)
  sealFactorsAnew(store, infrastructure)
  const platform = openPlatformServices(config, { infrastructure, store })
  const merchant = await openMerchantServices(infrastructure)
  const newStores = await openNewStores(infrastructure, store.storeCreation)
  const buyer = await openBuyerServices(infrastructure, widgetDirectory)
  const surfaces = surfacesOf({
    config,
    isDraining,
    infrastructure,
    store,
    newStores,
    money,
    platform,
    merchant,
    buyer,
    buyerMails,
    saleMails,
  })
  const resources = opening.move()
  return { ...surfaces, [Symbol.asyncDispose]: () => resources.disposeAsync() }
}
