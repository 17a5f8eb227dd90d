import { growHistory } from '../../server/testing/past/grown-history.ts'
import { type Buyers, startBuyers } from '../failover/buyers.ts'
import { comeToRest, judgeShop } from '../failover/judge.ts'
import { type Shop, openShop } from '../buyer/shop.ts'
import { compareLogs, readLog, recordedIds } from './events.ts'
import { startMerchant } from './merchant.ts'
import { emailsOf } from './directory.ts'
import { countRows, finish, prepare, switchOver } from './move.ts'
import { canOpen, canSignIn, invite, isNotified } from './visits.ts'
import { startProbe } from './probe.ts'
import { type World, startWorld } from './world.ts'

export type CellsOptions = {
  moves: number
  buyers: number
  /** How many lines its audit log has before. (Default: none.) */
  history?: number
  logs?: string | undefined
}

export type MoveReport = Awaited<ReturnType<typeof moveOnce>>

const PATIENCE_MS = 120_000

/** So many payments of a store belong to each part of the run. */
const PAID = 10

type Trade = { shop: Shop; buyers: Buyers }

/**
 * Two cells and three stores: one moves from cell to cell while its buyers pay, the others stay. In
 * the end the cell where it is not is killed. `onMove` hears of each move when it is over.
 */
export async function runCells(
  { moves, buyers: count, history = 0, logs }: CellsOptions,
  onMove: (report: MoveReport) => void = () => {},
) {
  const world = await startWorld(logs)
  const { cells, directory, baseUrl } = world
  const open = (cell: string) =>
    openShop(baseUrl, { name: 'A shop', hasOwner: true, platform: { headers: { cell } } })
  const shops = [await open('00'), await open('00'), await open('01')] as const
  const invitation = await invite(shops[0])
  if (history > 0)
    await growHistory(
      { connectionString: cells[0].url },
      {
        storeId: shops[0].id,
        from: 0,
        until: history,
        everySeconds: 1,
        tables: ['audit_log'],
      },
    )
  for (const cell of cells) await directory.lead(await emailsOf(cell), cell.code)
  const trades = shops.map((shop) => ({ shop, buyers: startBuyers(shop, count) })) as [
    Trade,
    Trade,
    Trade,
  ]
  const [moving, ...staying] = trades
  const merchant = startMerchant(moving.shop, moving.buyers)
  const reports: MoveReport[] = []
  for (let done = 0; done < moves; done += 1) {
    const report = await moveOnce(world, {
      trade: moving,
      fulfilled: merchant.fulfilled,
      invitation,
      isBack: done % 2 === 1,
    })
    reports.push(report)
    onMove(report)
  }
  await Promise.all([merchant.stop(), ...trades.map(({ buyers }) => buyers.stop())])
  const broken = await Promise.all(cells.map(({ sql }) => comeToRest(sql, PATIENCE_MS)))
  const judged = await Promise.all(
    trades.map(({ shop, buyers }) => judgeShop(shop, buyers.acknowledged)),
  )
  const afterwards = await killOne(world, { moving, staying, count, isBack: moves % 2 === 0 })
  await world.stop()
  return {
    moves: reports,
    paid: trades.map(({ buyers }) => buyers.acknowledged.length),
    failures: moving.buyers.failures,
    others: staying.flatMap(({ buyers }) => buyers.failures),
    contradictions: trades.flatMap(({ buyers }) => buyers.contradictions),
    judged,
    broken,
    ...afterwards,
  }
}

type Moving = { trade: Trade; fulfilled: string[]; invitation: string; isBack: boolean }

/** The store moves while it sells; then all by which it was known before is tried. */
async function moveOnce(
  { cells, directory, baseUrl }: World,
  { trade: { shop, buyers }, fulfilled, invitation, isBack }: Moving,
) {
  const [from, to] = isBack ? [cells[1], cells[0]] : [cells[0], cells[1]]
  const move = { storeId: shop.id, from, to }
  await buyers.untilPaid(PAID)
  const session = buyers.acknowledged.at(-1)?.session ?? ''
  const probe = startProbe(shop, session)
  const began = performance.now()
  await prepare(move)
  const copied = performance.now()
  const rows = await countRows(move)
  const nowhere = await switchOver(move, directory)
  await buyers.untilPaid(PAID)
  await probe.stop()
  const known = [...fulfilled]
  const log = await readLog(shop)
  const order = compareLogs(await recordedIds(from.sql, shop.id), log, known)
  const works = {
    link: (await canOpen(`${baseUrl}/checkout/${session}`)) && (await canOpen(invitation)),
    signIn: await canSignIn(shop),
    news: await isNotified(baseUrl, session, to.code),
  }
  await finish(move)
  return {
    to: to.code,
    rows,
    copyMs: copied - began,
    nowhereMs: nowhere,
    wrong: probe.wrong,
    ...probe.figures(),
    ...order,
    ...works,
  }
}

type Killing = { moving: Trade; staying: Trade[]; count: number; isBack: boolean }

/** Kills the cell where the store is not. Those of the other one notice nothing. */
async function killOne({ cells }: World, { moving, staying, count, isBack }: Killing) {
  const [killed, left] = isBack ? [cells[1], staying[0]] : [cells[0], staying[1]]
  const shops = [moving.shop, ...(left ? [left.shop] : [])]
  const buyers = shops.map((shop) => startBuyers(shop, count))
  await Promise.all(buyers.map((each) => each.untilPaid(PAID)))
  await killed.kill()
  await Promise.all(buyers.map((each) => each.untilPaid(2 * PAID)))
  await Promise.all(buyers.map((each) => each.stop()))
  return {
    killed: killed.code,
    paidAfterwards: buyers.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0),
    noticed: buyers.flatMap(({ failures, contradictions }) => [...failures, ...contradictions]),
    judgedAfterwards: await Promise.all(
      shops.map((shop, index) => judgeShop(shop, buyers[index]?.acknowledged ?? [])),
    ),
  }
}
