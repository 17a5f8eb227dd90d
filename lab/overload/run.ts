import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { PlatformProduct } from '../../server/contract/platform/platform.ts'
import { watchForeignLoad } from '../measure/foreign-load.ts'
import { type LabService, startLabService } from '../servers/lab-service.ts'
import { type Shop, type SignedIn, askPlatform, openShop, signIn } from '../buyer/shop.ts'
import { type Attack, type Target, PRODUCTS } from './attack.ts'
import { type Experience, createBuyers } from './buyers.ts'
import type { Options } from './options.ts'
import type { Row } from './row.ts'

/** Quiet phases and attacks take turns, so that both meet the same machine. */
const ROUNDS = 2

/** Buyers come first, so that no attack meets a service that has just started. */
const WARM_UP_SECONDS = 2

type Lab = {
  service: LabService
  buyers: ReturnType<typeof createBuyers>
  member: SignedIn
  options: Options
}

/** Runs each attack on one service. `onRow` gets each result at once. */
export async function runOverload(options: Options, onRow: (row: Row) => void): Promise<Row[]> {
  const service = await startLabService(options)
  const { port } = service
  const buyers = createBuyers(port)
  const member = await signIn(
    port,
    await openShop(port, { name: 'Of somebody who means harm', hasOwner: true, products: [] }),
  )
  const lab = { service, buyers, member, options }
  const rows: Row[] = []
  for (const attack of options.attacks) {
    const row = await runAttack(attack, lab)
    rows.push(row)
    onRow(row)
  }
  await buyers.close()
  await service.stop()
  return rows
}

async function runAttack(attack: Attack, lab: Lab): Promise<Row> {
  const { service, buyers, member, options } = lab
  const { port } = service
  const { product, kind } = attack.buyers
  const shop = await openShop(port, { name: attack.name, hasOwner: true, products: PRODUCTS })
  const isScarce = product === 'scarce'
  const come = (seconds: number) =>
    buyers.come(
      { shop, product, kind },
      {
        perSecond: options.buyersPerSecond,
        seconds,
        onPaid: isScarce ? () => restock(port, shop) : undefined,
      },
    )
  const rounds = options.isShort ? 1 : ROUNDS
  const seconds = options.seconds / rounds
  const row: Row = {
    attack: attack.name,
    answers: new Map(),
    quiet: undefined,
    attacked: nobody(),
    lagMs: 0,
    leastForSale: undefined,
    foreignLoad: undefined,
    isUp: true,
  }
  const endLoad = watchForeignLoad([service.databasePid])
  if (!options.isShort) await come(WARM_UP_SECONDS)
  for (let round = 0; round < rounds; round += 1) {
    if (!options.isShort) row.quiet = together(row.quiet, await come(seconds))
    const watch = startWatch(service, isScarce ? () => forSale(port, shop) : undefined)
    const end = attackWith(attack, { port, shop, member })
    row.attacked = together(row.attacked, await come(seconds))
    for (const [status, times] of await end())
      row.answers.set(status, (row.answers.get(status) ?? 0) + times)
    const seen = await watch()
    row.lagMs = Math.max(row.lagMs, seen.lagMs)
    row.leastForSale = least(row.leastForSale, seen.leastForSale)
  }
  row.foreignLoad = endLoad()
  row.isUp = service.isUp()
  return row
}

const nobody = (): Experience => ({
  begun: 0,
  paid: 0,
  times: [],
  triedAgain: 0,
  failures: 0,
  lost: [],
})

const together = (earlier = nobody(), later: Experience): Experience => ({
  begun: earlier.begun + later.begun,
  paid: earlier.paid + later.paid,
  times: [...earlier.times, ...later.times],
  triedAgain: earlier.triedAgain + later.triedAgain,
  failures: earlier.failures + later.failures,
  lost: [...earlier.lost, ...later.lost],
})

const least = (left: number | undefined, right: number | undefined) =>
  left === undefined || right === undefined ? (left ?? right) : Math.min(left, right)

/** Starts an attack; the result ends it and returns its answers. */
function attackWith({ name }: Attack, target: Target) {
  const attacker = new Worker(new URL('attacker.ts', import.meta.url), {
    workerData: { name, target },
  })
  const counted = once(attacker, 'message') as Promise<[Map<number, number>]>
  return async () => {
    attacker.postMessage('over')
    const [counts] = await counted
    return counts
  }
}

/** Checks the service once a second, and what is for sale more often. */
function startWatch(service: LabService, readForSale: (() => Promise<number>) | undefined) {
  const seen: { lagMs: number; leastForSale: number | undefined } = {
    lagMs: 0,
    leastForSale: undefined,
  }
  let isOver = false
  const repeat = async (everyMs: number, look: () => Promise<void>) => {
    while (!isOver) {
      await wait(everyMs)
      await look()
    }
  }
  const looks = [
    // The first reading belongs to the phase before.
    service.longestLag().then(() =>
      repeat(1000, async () => {
        seen.lagMs = Math.max(seen.lagMs, await service.longestLag())
      }),
    ),
    repeat(100, async () => {
      seen.leastForSale = least(seen.leastForSale, await readForSale?.())
    }),
  ]
  return async () => {
    isOver = true
    await Promise.all(looks)
    return seen
  }
}

const productPath = ({ id }: Shop) => `/stores/${id}/products/scarce`

/** Adds a unit for each that is sold, so that only held units are missing. */
const restock = (port: number, shop: Shop) =>
  askPlatform(port, { method: 'POST', path: `${productPath(shop)}/stock`, body: { delta: 1 } })

async function forSale(port: number, shop: Shop) {
  const path = productPath(shop)
  const { status, body } = await askPlatform<PlatformProduct>(port, { method: 'GET', path })
  if (status !== 200) return Number.POSITIVE_INFINITY
  return body?.variants[0]?.available ?? 0
}
