import type { Callers } from '../../admission/callers.ts'
import { type Take, takeFromNetworks } from '../../admission/network-limits.ts'

export type WithdrawLimits = {
  checkout: { cache: { limiter: { take: Take } } }
  callers: Pick<Callers, 'networksOf'>
}

/** `limited`: by the network. `spent`: by the order, which a mailed link still opens. */
export type Refusal = { type: 'limited' | 'spent'; retryAfterSeconds: number }

/** A buyer mistypes some times; a network may have several. */
const NETWORK = { purpose: 'withdrawals', rate: { perSecond: 1 / 5, burst: 20 } }

/** Of one network for one order, so that a stranger's tries in another network do not count. */
const pairOf = (orderNumber: string) => ({
  purpose: `withdrawal-of-network:${orderNumber}`,
  rate: { perSecond: 1 / 60, burst: 10 },
})

/** Of all networks for one order: who has many guesses no faster. */
const ORDER_RATE = { perSecond: 1 / 3_600, burst: 24 }

/** Mails that anybody can cause for one order. */
const LINK_RATE = { perSecond: 3 / 86_400, burst: 3 }

type Asking = { address: string | undefined; orderNumber: string }

async function findNetworkRefusal(
  { checkout: { cache }, callers }: WithdrawLimits,
  address: string | undefined,
  limit = NETWORK,
) {
  const taken = await takeFromNetworks(cache.limiter, callers.networksOf(address), limit)
  return taken?.allowed === false ? taken : undefined
}

/** Takes a try to name the order and its buyer. Whether there is such an order makes no difference. */
export async function takeTry(
  context: WithdrawLimits,
  { address, orderNumber }: Asking,
): Promise<Refusal | undefined> {
  const ofNetwork = await findNetworkRefusal(context, address)
  if (ofNetwork) return { ...ofNetwork, type: 'limited' }
  const ofPair = await findNetworkRefusal(context, address, pairOf(orderNumber))
  if (ofPair) return { ...ofPair, type: 'spent' }
  const { limiter } = context.checkout.cache
  const ofOrder = await limiter.take(`withdrawal-of-order:${orderNumber}`, ORDER_RATE)
  return ofOrder.allowed ? undefined : { ...ofOrder, type: 'spent' }
}

/** Takes a mail with a link. `isSent`: whether one may go out, which the visitor does not learn. */
export async function takeLink(
  context: WithdrawLimits,
  { address, orderNumber }: Asking,
): Promise<Refusal | { type: 'taken'; isSent: boolean }> {
  const ofNetwork = await findNetworkRefusal(context, address)
  if (ofNetwork) return { ...ofNetwork, type: 'limited' }
  const { limiter } = context.checkout.cache
  const { allowed } = await limiter.take(`withdrawal-links:${orderNumber}`, LINK_RATE)
  return { type: 'taken', isSent: allowed }
}
