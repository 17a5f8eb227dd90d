import type { ServerResponse } from 'node:http'
import type { Callers } from '../../admission/callers.ts'
import { takeFromNetworks } from '../../admission/network-limits.ts'
import type { CheckoutDeps } from '../../checkout/checkout-deps.ts'
import type { Rate } from '../../checkout/ports/cache.ts'
import { assertWithinLimit } from '../answers/rate-limit-headers.ts'

export type NetworkShareContext = {
  checkout: Pick<CheckoutDeps, 'cache'>
  callers: Pick<Callers, 'networksOf'>
  /** The limit of each key. */
  rateLimit: Rate
}

/** Of what everybody can use: a public key, the buy links of a store. */
const SHARE = 1 / 5

type Asking = { purpose: string; address: string | undefined; response: ServerResponse }

/**
 * Takes from the share of a key's limit that the networks of this address have. @throws
 * {CheckoutError} rate_limited
 */
export async function assertWithinShare(
  { checkout: { cache }, callers, rateLimit: { perSecond, burst } }: NetworkShareContext,
  { purpose, address, response }: Asking,
) {
  const share = await takeFromNetworks(cache.limiter, callers.networksOf(address), {
    purpose,
    rate: { perSecond: perSecond * SHARE, burst: Math.ceil(burst * SHARE) },
  })
  if (share?.allowed === false) assertWithinLimit(response, share)
}
