import type { BuyerTokens } from '../../auth/buyer-tokens.ts'
import type { Receipts } from '../../auth/receipts.ts'
import type { Cache } from '../../checkout/ports/cache.ts'
import type { Records } from '../../checkout/ports/platform-records.ts'
import type { ProxyWatch } from '../../web/proxies.ts'
import { apiRoutes } from '../../web/queries.ts'

export type Readiness = {
  checkout: { cache: Pick<Cache, 'isReachable'> }
  records: Pick<Records, 'isWritable'>
  /** True from the first sign of the end on: no new work is to come here. */
  isDraining(): boolean
  proxyWatch: Pick<ProxyWatch, 'isUnexpected'>
  isProduction: boolean
}

/** For whoever runs the service (contract §6), on every host name. */
export const operationsRoutes = ({
  checkout,
  records,
  isDraining,
  proxyWatch,
  isProduction,
}: Readiness) =>
  apiRoutes({
    '/healthz': {
      get: (_request, response) => {
        response.json({ status: 'up' })
      },
    },
    '/readyz': {
      get: async (_request, response) => {
        const [database, cache] = await Promise.all([
          records.isWritable(),
          checkout.cache.isReachable(),
        ])
        const draining = isDraining()
        const proxy = proxyWatch.isUnexpected() ? 'unexpected' : 'as configured'
        const isMisconfigured = isProduction && proxy === 'unexpected'
        // Without the cache every request is answered all the same.
        const isReady = database && !draining && !isMisconfigured
        response
          .status(isReady ? 200 : 503)
          .json({ status: isReady ? 'ready' : 'not ready', database, cache, draining, proxy })
      },
    },
  })

export type KeySets = {
  buyerTokens: Pick<BuyerTokens, 'publicKeys'>
  receipts: Pick<Receipts, 'publicKeys'>
}

/** The public halves of the keys that sign receipts and buyer tokens. */
export const keySetRoutes = ({ buyerTokens, receipts }: KeySets) =>
  apiRoutes({
    '/.well-known/jwks.json': {
      get: (_request, response) => {
        response.set('Cache-Control', 'public, max-age=300').json({
          keys: [...buyerTokens.publicKeys.keys, ...receipts.publicKeys],
        })
      },
    },
  })
