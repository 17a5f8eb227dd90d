import { setTimeout as wait } from 'node:timers/promises'
import { watchForeignLoad } from '../measure/foreign-load.ts'
import { findMistakes } from './books.ts'
import type { Case } from './cases/visitors.ts'
import { runLoad } from './client.ts'
import { orderOf } from './order.ts'
import { type Row, type Shot, type Shots, rateOf } from './row.ts'
import type { Side, Use } from './side.ts'

export type Pace = {
  /** How often each side is measured. */
  rounds: number
  /** How long a measurement takes, and the warm-up before it. */
  seconds: number
  warmUpSeconds: number
  /** How long work after the answers may take; it counts, too. */
  restMs: number
  /** Chooses from the numbers of visitors that a case knows. */
  atOnce: (known: number[]) => number[]
}

export const FULL: Pace = {
  rounds: 6,
  seconds: 2.5,
  warmUpSeconds: 3,
  restMs: 400,
  atOnce: (known) => known,
}

/** Shows that everything works. Its figures mean little. */
export const QUICK: Pace = {
  rounds: 2,
  seconds: 0.3,
  warmUpSeconds: 0.2,
  restMs: 100,
  atOnce: (known) => known.filter((count) => known.length === 1 || count === 16),
}

/** Assumed for a side that was never measured. */
const SLOWEST_RATE = 50

/** A side may be faster this time than its last rate says. */
const SPARE = 1.3

/** The first side is compared with the others. */
type Contest = { sides: Side[]; pace: Pace; onRow: (row: Row) => void }

/** Runs every case with every number of visitors. */
export async function runCases(cases: Case[], { sides, pace, onRow }: Contest): Promise<Row[]> {
  const rows: Row[] = []
  for (const each of cases)
    for (const atOnce of pace.atOnce(each.atOnce)) {
      const row = await runCase(each, { sides, pace, atOnce })
      rows.push(row)
      onRow(row)
    }
  return rows
}

type Load = { atOnce: number; seconds: number; restMs: number }

async function runCase(
  each: Case,
  { sides, pace, atOnce }: Omit<Contest, 'onRow'> & { atOnce: number },
): Promise<Row> {
  const { seconds, warmUpSeconds, restMs } = pace
  const rates = new Map<Side, number>()
  const takeShot = async (side: Side, load: Load) => {
    const rate = rates.get(side) ?? SLOWEST_RATE
    const most = Math.ceil(rate * load.seconds * SPARE) + load.atOnce
    const shot = await shoot(side, { ...load, next: await each.prepare(side, { most }) })
    rates.set(side, rateOf(shot))
    return shot
  }
  const books = await Promise.all(sides.map(async (side) => side.readBooks?.()))
  const paidBefore = sides.map(({ paid }) => paid)
  const warmUps = new Map<Side, Shot>()
  for (const side of sides)
    warmUps.set(side, await takeShot(side, { atOnce, seconds: warmUpSeconds, restMs }))
  // Without statistics of what the warm-up wrote, chance decides plans, and with them each ratio.
  await Promise.all(sides.map(({ sql }) => sql.rows('analyze')))
  const shots = new Map(sides.map((side): [Side, Shot[]] => [side, []]))
  for (const order of orderOf(sides, pace.rounds))
    for (const side of order)
      shots.get(side)?.push(await takeShot(side, { atOnce, seconds, restMs }))
  const all = await Promise.all(
    sides.map(async (side, index): Promise<Shots> => {
      const before = books[index]
      const now = await side.readBooks?.()
      const paid = side.paid - (paidBefore[index] ?? 0)
      return {
        side: side.name,
        shots: shots.get(side) ?? [],
        isDurable: side.isDurable,
        mistakes: [
          // The warm-up is not measured, but its answers must be right.
          ...(warmUps.get(side)?.unexpected ?? []).map(
            (answer) => `${answer}, before it was measured`,
          ),
          ...(before && now ? findMistakes(before, { books: now, paid }) : []),
        ],
      }
    }),
  )
  const [measured, ...beside] = all
  if (!measured) throw new Error('there is nothing to measure')
  return { name: each.name, atOnce, measured, beside }
}

type Visits = Load & { next: Parameters<typeof runLoad>[0]['next'] }

/** Work after the answers (log, signals, background rounds) belongs to the requests, too. */
async function shoot(side: Side, { restMs, ...load }: Visits): Promise<Shot> {
  await wait(restMs)
  const endLoad = watchForeignLoad([side.databasePid])
  const before = side.use()
  const tally = await runLoad({ port: side.port, ...load })
  await wait(restMs)
  const after = side.use()
  return {
    ...tally,
    use: before && after && difference(before, after),
    foreignLoad: endLoad(),
  }
}

const difference = (before: Use, after: Use): Use => ({
  node: after.node - before.node,
  postgres: after.postgres - before.postgres,
  redis: after.redis - before.redis,
})
