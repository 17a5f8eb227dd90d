import type { Rate, RateLimit } from '../checkout/ports/cache.ts'
import type { ClientNetwork } from '../checkout/client-network.ts'

/** What each network may do: of a single customer's rate as much as it has customers. */
export type NetworkLimit = { purpose: string; rate: Rate }

type Take = (key: string, rate: Rate) => RateLimit | Promise<RateLimit>

/**
 * Takes from what each of the networks may do, the narrowest first: one that may not takes nothing
 * from its neighbours. Answers as the network that refuses, or as the widest; undefined without
 * networks.
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

/** The limit of each network, by its key. */
export const limitsOf = (networks: ClientNetwork[], { purpose, rate }: NetworkLimit) =>
  networks.map(({ key, allowance }) => ({
    key: `${purpose}:${key}`,
    rate: { perSecond: rate.perSecond * allowance, burst: rate.burst * allowance },
  }))
