import type { BuyerTokens } from '../../auth/buyer-tokens.ts'
import type { Cache } from '../../checkout/ports/cache.ts'
import type { ProxyWatch } from '../../web/requests/proxies.ts'
import { apiRoutes } from '../../web/requests/queries.ts'

export type Readiness = {
  checkout: { cache: Pick<Cache, 'isReachable'> }
  /** Whether the database accepts a commit. */
  isWritable(): Promise<boolean>
  /** True as soon as the service begins to stop, so that load balancers send no new requests. */
  isDraining(): boolean
  proxyWatch: Pick<ProxyWatch, 'isUnexpected' | 'hasMore'>
  recordClock: { isFar(): boolean }
  isProduction: boolean
}

/** contract §6: for the operator, on every host name. */
export const operationsRoutes = ({
  checkout,
  isWritable,
  isDraining,
  proxyWatch,
  recordClock,
  isProduction,
}: Readiness) =>
  apiRoutes({
    '/healthz': {
      get: (_request, response) => {
        response.json({ status: 'up' })
      },
    },
    // For proxies. What all processes share does not count: they would be taken out together.
    '/livez': {
      get: (_request, response) => {
        const draining = isDraining()
        response.status(draining ? 503 : 200).json({ status: draining ? 'stopping' : 'up' })
      },
    },
    '/readyz': {
      get: async (request, response) => {
        const [database, cache] = await Promise.all([isWritable(), checkout.cache.isReachable()])
        const draining = isDraining()
        const isUnexpected = proxyWatch.isUnexpected()
        const isMisconfigured = isProduction && isUnexpected
        // A missing cache does not count: the service answers every request without it.
        const isReady = database && !draining && !isMisconfigured
        response.status(isReady ? 200 : 503).json({
          status: isReady ? 'ready' : 'not ready',
          database,
          cache,
          draining,
          proxy: isUnexpected || proxyWatch.hasMore(request) ? 'unexpected' : 'as configured',
          clock: recordClock.isFar() ? 'differs' : 'as the database',
        })
      },
    },
  })

export type KeySets = {
  buyerTokens: Pick<BuyerTokens, 'publicKeys'>
  receiptKeys: { all(): Promise<object[]> }
}

/** The public keys that verify buyer tokens, and those of all receipts, retired ones too. */
export const keySetRoutes = ({ buyerTokens, receiptKeys }: KeySets) =>
  apiRoutes({
    '/.well-known/jwks.json': {
      get: async (_request, response) => {
        const keys = [...buyerTokens.publicKeys.keys, ...(await receiptKeys.all())]
        response.set('Cache-Control', 'public, max-age=300').json({ keys })
      },
    },
  })
