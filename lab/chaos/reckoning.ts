import type { Sql } from '../../server/testing/sql.ts'
import { readAcknowledged, variantKey } from './acknowledged.ts'
import type { BankBooks, BankPayment } from './bank.ts'
import type { Violation } from './history.ts'
import { type Reading, type Replay, type SessionFacts, createReplay } from './replay.ts'
import { boundsAt } from './replayed-stock.ts'

type When = { from: number; until: number }

/** The record of a variant; `forSale` is negative when units are owed. */
export type OnRecord = { variant: string; onHand: number; forSale: number }

export const OVERSOLD = 'S1 no more is for sale than was counted, came in and was not sold since'
export const MISCOUNTED = 'S2 what is on hand is what was counted, came in and was not sold since'
export const MISREAD = 'S3 a merchant reads what is on hand'
export const MISCHARGED = 'S4 the bank has kept what the buyer was told, less what was given back'
export const UNTOLD = 'S5 the bank has kept nothing of a session that nobody was told is complete'
export const RECKONED = [OVERSOLD, MISCOUNTED, MISREAD, MISCHARGED, UNTOLD]

const STOCK = `select p.store_id, p.slug, v.size, v.color_name, v.stock as "forSale",
    v.stock + (select coalesce(sum(a.quantity), 0) from payment_attempts a
      where a.variant_id = v.id and a.hold_active) as "onHand"
  from variants v join products p on p.id = v.product_id`

async function lookAtRecord({ rows }: Pick<Sql, 'rows'>): Promise<OnRecord[]> {
  const found = await rows<Record<string, string | null>>(STOCK)
  return found.map(({ store_id, slug, size, color_name, onHand, forSale }) => ({
    variant: variantKey(store_id ?? '', slug ?? '', { size, color: color_name }),
    onHand: Number(onHand),
    forSale: Number(forSale),
  }))
}

const rangeText = ({ least, most }: { least: number; most: number }) =>
  least === most ? `${most}` : `${least} to ${most}`

export function* judgeStock(
  { tales }: Replay,
  { look, rows }: { look: When; rows: OnRecord[] },
): Generator<Violation> {
  for (const { variant, onHand, forSale } of rows) {
    const tale = tales.get(variant)
    if (!tale) continue
    const bounds = boundsAt(tale, look)
    if (forSale > bounds.most)
      yield {
        invariant: OVERSOLD,
        subject: variant,
        detail: `${forSale} for sale, ${rangeText(bounds)} accounted for`,
      }
    if (onHand < bounds.least || onHand > bounds.most)
      yield {
        invariant: MISCOUNTED,
        subject: variant,
        detail: `${onHand} on hand, ${rangeText(bounds)} accounted for`,
      }
  }
}

function* judgeReading(
  { tales }: Replay,
  { variant, onHand, from, at }: Reading,
): Generator<Violation> {
  const tale = tales.get(variant)
  if (!tale) return
  const bounds = boundsAt(tale, { from, until: at })
  if (onHand < bounds.least || onHand > bounds.most)
    yield {
      invariant: MISREAD,
      subject: variant,
      detail: `${onHand} was read, ${rangeText(bounds)} accounted for`,
    }
}

/** What the bank may have kept of an order, when some refunds and acts are unsure. */
function keptOf({ complete, refunds, bankActs }: SessionFacts, look: When) {
  const paid = complete?.amount ?? 0
  let [least, most] = [paid, paid]
  const asked = [...refunds.values()].map((refund) => ({ ...refund, units: -refund.amount }))
  for (const { units: kept, from, until, isSure } of [...asked, ...bankActs]) {
    if (from > look.until) continue
    const isCertain = isSure && until <= look.from
    if (kept < 0 || isCertain) least += kept
    if (kept > 0 || isCertain) most += kept
  }
  return { least: Math.max(0, least), most }
}

/**
 * While payments are under way, only those are judged that somebody was told are complete. Until a
 * payment that the record forgot is given back, one of the session's payments is the order's.
 */
export function* judgeMoney(
  { sessions }: Replay,
  { look, bank, isAtRest }: { look: When; bank: BankPayment[]; isAtRest: boolean },
): Generator<Violation> {
  const payments = Map.groupBy(bank, ({ session }) => session)
  const keptBy = (session: string) =>
    (payments.get(session) ?? []).map(({ captured, refunded }) => captured - refunded)
  const sumOf = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0)
  for (const [session, told] of sessions) {
    if (told.complete === undefined || told.complete.at > look.from) continue
    const { least, most } = keptOf(told, look)
    const kept = keptBy(session)
    const isOneEnough = !isAtRest && told.forgottenUntil !== undefined
    const found = isOneEnough ? kept : [sumOf(kept)]
    if (!found.some((amount) => amount >= least && amount <= most))
      yield {
        invariant: MISCHARGED,
        subject: session,
        detail: `${found.join(' and ') || 0} kept, ${rangeText({ least, most })} after what was told`,
      }
  }
  if (!isAtRest) return
  for (const session of payments.keys()) {
    const amount = sumOf(keptBy(session))
    if (amount !== 0 && sessions.get(session)?.complete === undefined)
      yield { invariant: UNTOLD, subject: session, detail: `${amount} kept` }
  }
}

/** Replays the log as it grows, and compares it with the record and the bank. */
export function openReckoning(
  file: string,
  { sql, bank, latestMs }: { sql: Sql; bank: BankBooks; latestMs: number },
) {
  const log = readAcknowledged(file)
  const replay = createReplay(latestMs)

  function* catchUp(): Generator<Violation> {
    for (const line of log.next()) {
      const reading = replay.take(line)
      if (reading) yield* judgeReading(replay, reading)
    }
  }

  const timed = async <Found>(ask: () => Promise<Found>) => {
    const from = performance.now()
    const found = await ask()
    return { found, look: { from, until: performance.now() } }
  }

  return {
    async reckon({ isAtRest }: { isAtRest: boolean }): Promise<Violation[]> {
      const record = await timed(() => lookAtRecord(sql))
      const books = await timed(bank)
      const readings = [...catchUp()]
      const violations = [
        ...readings,
        ...judgeStock(replay, { look: record.look, rows: record.found }),
        ...judgeMoney(replay, { look: books.look, bank: books.found, isAtRest }),
      ]
      replay.forget(performance.now())
      return violations
    },
    close: log.close,
  }
}
