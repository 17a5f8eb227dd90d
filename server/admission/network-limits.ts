import type { Rate, RateLimit } from '../checkout/ports/cache.ts'
import type { ClientNetwork } from '../checkout/buyers/client-network.ts'

/** `rate`: of a single customer. A network may do as much more as it has customers. */
export type NetworkLimit = { purpose: string; rate: Rate }

export type Take = (key: string, rate: Rate) => RateLimit | Promise<RateLimit>

/**
 * Takes from the limit of each network, narrowest first; a network that is refused takes nothing
 * from the wider ones. Returns the answer of the network that refuses, or of the widest; undefined
 * without networks.
 */
export async function takeFromNetworks(
  { take }: { take: Take },
  networks: ClientNetwork[],
  limit: NetworkLimit,
): Promise<RateLimit | undefined> {
  let answer: RateLimit | undefined
  for (const { key, rate } of limitsOf(networks, limit)) {
    answer = await take(key, rate)
    if (!answer.allowed) break
  }
  return answer
}

export const limitsOf = (networks: ClientNetwork[], { purpose, rate }: NetworkLimit) =>
  networks.map(({ key, allowance }) => ({
    key: `${purpose}:${key}`,
    rate: { perSecond: rate.perSecond * allowance, burst: rate.burst * allowance },
  }))
