import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { readBooks } from '../bench/books.ts'
import { exchange } from '../buyer/exchange.ts'
import {
  type Send,
  fillIn,
  openSession,
  readAnswer,
  requestOf,
  whereLost,
} from '../buyer/purchase.ts'
import { openShop } from '../buyer/shop.ts'
import { anAddress } from '../buyer/steps.ts'
import { watchForeignLoad } from '../measure/foreign-load.ts'
import { percentile } from '../measure/percentile.ts'
import { startLabService } from '../servers/lab-service.ts'

/**
 * `npm run lab -- rush [--seconds 600]`: finds the highest rate of sessions that is served without
 * a refusal, every fourth one paid, and then sends 1.5 times as many for so long.
 */
const { values } = parseArgs({ options: { seconds: { type: 'string', default: '600' } } })

const OVERLOAD = 1.5
/** One in so many sessions is paid. */
const PAID_EACH = 4
/** How long each rate is tried, and by how much the next one is higher. */
const STEP_SECONDS = 10
const STEP = 1.25
const FIRST_RATE = 20
/** A rate is served while 99 of 100 answers take no longer. */
const SERVED_MS = 1_000
/** As many requests wait at once at most, as behind a proxy. */
const AT_ONCE = 256
const TICK_MS = 10

type Tally = { answers: Map<number, number>; times: number[]; unsent: number; paid: number }

/** Opens a session and pays it, if `isPaid`; the first answer that is a refusal ends the visit. */
async function visit({ key, isPaid }: { key: string; isPaid: boolean }, tally: Tally) {
  const client = { port, address: anAddress() }
  const send: Send = async (step) => {
    const answer = await exchange(requestOf(step, client))
    tally.times.push(answer.ms)
    tally.answers.set(answer.status, (tally.answers.get(answer.status) ?? 0) + 1)
    return readAnswer(step, answer)
  }
  try {
    const { page } = await openSession(send, key)
    if (!isPaid) return
    const { pay } = await fillIn(send, page)
    if ((await pay()).status === 'complete') tally.paid += 1
  } catch (error) {
    whereLost(error)
  }
}

/** So many sessions a second, whatever the answers. */
async function come(key: string, pace: { perSecond: number; seconds: number }) {
  const tally: Tally = { answers: new Map(), times: [], unsent: 0, paid: 0 }
  const underWay = new Set<Promise<void>>()
  const startedAt = performance.now()
  const elapsed = () => (performance.now() - startedAt) / 1000
  for (let begun = 0; elapsed() < pace.seconds; await wait(TICK_MS))
    for (; begun < elapsed() * pace.perSecond; begun += 1) {
      if (underWay.size >= AT_ONCE) {
        tally.unsent += 1
        continue
      }
      const isPaid = begun % PAID_EACH === 0
      const visiting = visit({ key, isPaid }, tally).finally(() => underWay.delete(visiting))
      underWay.add(visiting)
    }
  await Promise.all(underWay)
  return tally
}

const isServed = ({ answers, times, unsent }: Tally) =>
  unsent === 0 &&
  [...answers.keys()].every((status) => status >= 200 && status < 300) &&
  percentile(times, 0.99) <= SERVED_MS

const describe = (perSecond: number, { answers, times, unsent, paid }: Tally) =>
  `${Math.round(perSecond)} sessions/s: ${[...answers].map(([status, count]) => `${count} × ${status}`).join(', ')}; ${unsent} not sent; ${paid} paid; p99 ${Math.round(percentile(times, 0.99))} ms, longest ${Math.round(times.reduce((most, ms) => Math.max(most, ms), 0))} ms`

async function findHighest(key: string) {
  for (let rate = FIRST_RATE, highest = 0; ; highest = rate, rate *= STEP) {
    const tally = await come(key, { perSecond: rate, seconds: STEP_SECONDS })
    console.log(describe(rate, tally))
    if (isServed(tally)) continue
    if (highest === 0) throw new Error(`${rate} sessions a second are too many for this machine`)
    return highest
  }
}

const service = await startLabService({
  env: { RATE_LIMIT_PER_SECOND: '100000', RATE_LIMIT_BURST: '100000' },
})
const { port } = service
const shop = await openShop(port, {
  name: 'A rush',
  products: [{ slug: 'mug', stock: 10_000_000 }],
})
const highest = await findHighest(shop.secretKey)
const endLoad = watchForeignLoad([service.databasePid])
const rate = OVERLOAD * highest
const tally = await come(shop.secretKey, { perSecond: rate, seconds: Number(values.seconds) })
const load = endLoad()
console.log(`1.5 times ${Math.round(highest)}, ${values.seconds} s: ${describe(rate, tally)}`)
console.log(`others took ${load === undefined ? '?' : Math.round(load * 100)} % of the machine`)
const { missing, orders, events, captured } = await readBooks(service.sql, shop.id)
console.log(
  `units that are neither in stock nor sold: ${missing}; ${orders} orders, ${captured} captured, ${events} events`,
)
await service.stop()
