import type { BankAct } from './bank-acts.ts'
import type { LostTime } from './restored-record.ts'
import { closeSync, openSync, readSync, writeSync } from 'node:fs'

/** What a client asks for that changes stock or money. */
export type Deed =
  /** Sets the stock, or changes it by `units`. */
  | { deed: 'count' | 'delta'; variant: string; units: number }
  | { deed: 'pay'; session: string }
  /** A refund of an order. The same key means the same refund. */
  | { deed: 'refund'; session: string; key: string; amount: number; variant: string; units: number }
  /**
   * What the bank does on its own, and by how much its money of that session grows at most. Which
   * refund fails is known only at the end.
   */
  | { deed: 'bank'; act: BankAct['act']; session: string; kept: number }

/** `unheard`: it may have happened, may happen later, or never. */
export type Outcome = 'done' | 'refused' | 'unheard'

/** What an answer says. */
export type News =
  | { news: 'created'; session: string; variant: string; quantity: number }
  | { news: 'complete'; session: string; orderNumber: string; amount: number }
  | { news: 'expired'; session: string }
  /** A merchant's reading of a variant, which began at `from`. */
  | { news: 'stock'; variant: string; onHand: number; from: number }

/** A line of the log. Times are milliseconds of one monotonic clock. */
export type Line =
  | { at: number; begun: Deed; number: number }
  | { at: number; ended: number; outcome: Outcome; kept?: number | undefined }
  | ({ at: number } & News)
  /** The record was copied. News of the lost time may be lost with it. */
  | { at: number; copied: true }
  | { at: number; lost: LostTime }

export type Acknowledgements = ReturnType<typeof writeAcknowledged>

export const variantKey = (
  store: string,
  product: string,
  { size, color }: { size?: string | null | undefined; color?: string | null | undefined },
) => [store, product, size ?? '', color ?? ''].join('/')

/** Logs, outside of the service, what clients asked for and heard, at the moment they hear it. */
export function writeAcknowledged(file: string) {
  const descriptor = openSync(file, 'w')
  const known = new Map<string, { at: number; news: News }>()
  const lostOrders = new Map<string, string>()
  let deeds = 0
  const write = (line: Line) => writeSync(descriptor, `${JSON.stringify(line)}\n`)
  return {
    file,
    /** Returns a function that notes the outcome. */
    begin(deed: Deed) {
      deeds += 1
      const number = deeds
      write({ at: performance.now(), begun: deed, number })
      return (outcome: Outcome, kept?: number) => {
        write({ at: performance.now(), ended: number, outcome, kept })
      }
    },
    /** Notes the end of a session once. */
    hear(news: News) {
      const subject = 'session' in news ? `${news.news} ${news.session}` : undefined
      if (subject !== undefined && known.has(subject)) return
      const at = performance.now()
      if (subject !== undefined) known.set(subject, { at, news })
      write({ at, ...news })
    },
    copied: () => void write({ at: performance.now(), copied: true }),
    /** News of that time may come again. */
    lose(lost: LostTime) {
      for (const [subject, { at, news }] of known) {
        if (at < lost.from || at > lost.until) continue
        known.delete(subject)
        if (news.news === 'complete') lostOrders.set(news.session, news.orderNumber)
      }
      write({ at: performance.now(), lost })
    },
    /** The order numbers that were told in the lost time, by session. */
    lostOrders,
    isComplete: (session: string) => known.has(`complete ${session}`),
    close: () => closeSync(descriptor),
  }
}

const CHUNK = 1 << 16

/** Reads what was written since the last reading. */
export function readAcknowledged(file: string) {
  const descriptor = openSync(file, 'r')
  const chunk = Buffer.alloc(CHUNK)
  let position = 0
  let rest = ''
  return {
    next(): Line[] {
      let text = rest
      for (;;) {
        const length = readSync(descriptor, chunk, 0, CHUNK, position)
        if (length === 0) break
        position += length
        text += chunk.toString('utf8', 0, length)
      }
      const lines = text.split('\n')
      rest = lines.pop() ?? ''
      return lines.map((line) => JSON.parse(line) as Line)
    },
    close: () => closeSync(descriptor),
  }
}
