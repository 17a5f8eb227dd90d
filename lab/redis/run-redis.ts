import { setTimeout as wait } from 'node:timers/promises'
import { openShop } from '../buyer/shop.ts'
import type { RedisUnderStress } from './disturbances.ts'
import { type Limit, beginAsking } from './limited-key.ts'
import { type Pair, type Shopping, beginShopping } from './shoppers.ts'

export type Result = Shopping & { allowed: number; refused: number; ofLimit: number }

type Plan = {
  limit: Limit
  buyers: number
  /** Purchases before, between and after what happens to Redis. */
  purchasesBetween: number
  startPair: (redisUrl: string) => Promise<{ pair: Pair; stop: () => Promise<void> }>
  onDisturbed?: (name: string, seconds: number) => void
}

const POLL_MS = 50

/** Buyers shop and a key asks for more than it may, while Redis is disturbed. */
export async function runRedis(
  { url, disturbances, remove }: RedisUnderStress,
  { limit, buyers, purchasesBetween, startPair, onDisturbed }: Plan,
): Promise<Result> {
  const { pair, stop } = await startPair(url)
  const limited = await openShop(pair.ports[0], { name: 'A hasty shop' })
  const endAsking = beginAsking(pair, limited)
  const { shopping, end } = beginShopping(pair, buyers)
  const untilBought = async (count: number) => {
    const goal = shopping.purchases + count
    while (shopping.purchases < goal && shopping.failed.length === 0) await wait(POLL_MS)
  }
  await untilBought(purchasesBetween)
  for (const { name, happen } of disturbances) {
    const startedAt = performance.now()
    await happen()
    onDisturbed?.(name, (performance.now() - startedAt) / 1000)
    await untilBought(purchasesBetween)
  }
  await end()
  const asked = await endAsking(limit)
  await stop()
  await remove()
  return { ...shopping, ...asked }
}
