import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { CARDS, aPayRequest } from '../../server/testing/builders.ts'
import { type RawRequest, type RawResponse, exchange } from '../service/exchange.ts'
import { readBooks } from '../bench/books.ts'
import { watchForeignLoad } from '../service/foreign-load.ts'
import { startLabService } from '../service/lab-service.ts'
import { percentile } from '../service/percentile.ts'
import { type Shop, openShop } from '../service/shop.ts'

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

type Tally = { answers: Map<string, number>; times: number[]; unsent: number; paid: number }

const JSON_TYPE = { 'content-type': 'application/json' }

/** Opens a session and pays it, if `isPaid`; it ends with the first answer that is a refusal. */
async function visit(
  { port, shop, isPaid }: { port: number; shop: Shop; isPaid: boolean },
  { answers, times }: Tally,
) {
  const ask = async (request: Omit<RawRequest, 'port'>) => {
    const answer = await exchange({ port, ...request })
    times.push(answer.ms)
    answers.set(String(answer.status), (answers.get(String(answer.status)) ?? 0) + 1)
    return answer.status < 300 && answer.status > 0 ? answer : undefined
  }
  const post = (path: string, body: object, headers: Record<string, string>) =>
    ask({ method: 'POST', path, headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify(body) })
  const address = { 'x-forwarded-for': `198.18.${anOctet()}.${anOctet()}` }
  const created = await post(
    '/v1/checkout/sessions',
    { items: [{ product: 'mug' }] },
    { authorization: `Bearer ${shop.secretKey}` },
  )
  if (!created || !isPaid) return false
  const page = new URL(read(created, 'url')).pathname
  const own = { ...address, origin: `http://localhost:${port}` }
  const opened = await post(`${page}/token`, {}, own)
  const card = { number: CARDS.succeeds, expMonth: 12, expYear: 2040, cvc: '123' }
  const carded = opened && (await post('/payment-frame/test-payment-methods', card, address))
  const paid =
    carded &&
    (await post(
      `${page}/pay`,
      { ...aPayRequest(), paymentMethod: read(carded, 'paymentMethod') },
      { ...own, authorization: `Bearer ${read(opened, 'token')}` },
    ))
  return paid !== undefined && read(paid, 'status') === 'complete'
}

const anOctet = () => 1 + Math.floor(Math.random() * 254)
const read = ({ text }: RawResponse, name: string) =>
  String((JSON.parse(text) as Record<string, unknown>)[name])

/** So many sessions a second, whatever the answers. */
async function come(port: number, shop: Shop, pace: { perSecond: number; seconds: number }) {
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
      const visiting = visit({ port, shop, isPaid }, tally).then((hasPaid) => {
        if (hasPaid) tally.paid += 1
        underWay.delete(visiting)
      })
      underWay.add(visiting)
    }
  await Promise.all(underWay)
  return tally
}

const isServed = ({ answers, times, unsent }: Tally) =>
  unsent === 0 &&
  [...answers.keys()].every((status) => status.startsWith('2')) &&
  percentile(times, 0.99) <= SERVED_MS

const describe = (perSecond: number, { answers, times, unsent, paid }: Tally) =>
  `${Math.round(perSecond)} sessions/s: ${[...answers].map(([status, count]) => `${count} × ${status}`).join(', ')}; ${unsent} not sent; ${paid} paid; p99 ${Math.round(percentile(times, 0.99))} ms, longest ${Math.round(times.reduce((most, ms) => Math.max(most, ms), 0))} ms`

async function findHighest(port: number, shop: Shop) {
  for (let rate = FIRST_RATE, highest = 0; ; highest = rate, rate *= STEP) {
    const tally = await come(port, shop, { perSecond: rate, seconds: STEP_SECONDS })
    console.log(describe(rate, tally))
    if (isServed(tally)) continue
    if (highest === 0) throw new Error(`${rate} sessions a second are too many for this machine`)
    return highest
  }
}

const service = await startLabService({
  env: { RATE_LIMIT_PER_SECOND: '100000', RATE_LIMIT_BURST: '100000' },
})
const shop = await openShop(service.port, {
  name: 'A rush',
  products: [{ slug: 'mug', stock: 10_000_000 }],
})
const highest = await findHighest(service.port, shop)
const endLoad = watchForeignLoad([service.databasePid])
const rate = OVERLOAD * highest
const tally = await come(service.port, shop, { perSecond: rate, seconds: Number(values.seconds) })
const load = endLoad()
console.log(`1.5 times ${Math.round(highest)}, ${values.seconds} s: ${describe(rate, tally)}`)
console.log(`others took ${load === undefined ? '?' : Math.round(load * 100)} % of the machine`)
const { missing, orders, events, captured } = await readBooks(service.sql, shop.id)
console.log(
  `units that are neither in stock nor sold: ${missing}; ${orders} orders, ${captured} captured, ${events} events`,
)
await service.stop()
