import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Line, readAcknowledged, writeAcknowledged } from './acknowledged.ts'
import type { BankPayment } from './bank.ts'
import { type BankAct, type BankDeed, actAsBank } from './bank-acts.ts'
import type { OnRecord } from './reckoning.ts'
import { judgeMoney, judgeStock } from './reckoning.ts'
import { createReplay } from './replay.ts'

const MUG = 'st_1/mug//'

/** The lines of a log, each a moment after the one before. */
function aLog() {
  const lines: Line[] = []
  let deeds = 0
  const at = () => lines.length + 1
  const log = {
    lines,
    begin(begun: Extract<Line, { begun: unknown }>['begun']) {
      deeds += 1
      lines.push({ at: at(), begun, number: deeds })
      return deeds
    },
    end(number: number, outcome: 'done' | 'refused' | 'unheard' = 'done', kept?: number) {
      lines.push({ at: at(), ended: number, outcome, kept })
      return log
    },
    count: (units: number) => log.end(log.begin({ deed: 'count', variant: MUG, units })),
    move: (units: number, outcome: 'done' | 'refused' | 'unheard' = 'done') =>
      log.end(log.begin({ deed: 'delta', variant: MUG, units }), outcome),
    create(session: string, quantity = 1) {
      lines.push({ at: at(), news: 'created', session, variant: MUG, quantity })
      return log
    },
    copied() {
      lines.push({ at: at(), copied: true })
      return log
    },
    /** All since that line is lost, or is not. */
    lose(from: number) {
      lines.push({ at: at(), lost: { from, until: at() } })
      return log
    },
    pay: (session: string) => log.begin({ deed: 'pay', session }),
    complete(session: string, amount = 1000) {
      lines.push({ at: at(), news: 'complete', session, orderNumber: `no_${session}`, amount })
      return log
    },
    expired(session: string) {
      lines.push({ at: at(), news: 'expired', session })
      return log
    },
    bank: (kept: number) =>
      log.begin({ deed: 'bank', act: kept < 0 ? 'refund' : 'fail refund', session: 'cs_1', kept }),
    refund: (amount: number, units = 0) =>
      log.begin({ deed: 'refund', session: 'cs_1', key: 'k', amount, variant: MUG, units }),
  }
  return log
}

const replayed = ({ lines }: ReturnType<typeof aLog>) => {
  const replay = createReplay(60_000)
  for (const line of lines) replay.take(line)
  return replay
}
const LATER = { from: 1000, until: 1001 }

const NO_PAYMENT: BankPayment = {
  bank: 'test',
  attempt: 'att_1',
  session: 'cs_1',
  currency: 'EUR',
  captured: 0,
  refunded: 0,
  takenAt: null,
  isOpen: false,
  isConfirmedAgain: false,
  refunds: [],
  disputes: [],
}

const stock = (log: ReturnType<typeof aLog>, record: Partial<OnRecord>) =>
  [
    ...judgeStock(replayed(log), {
      look: LATER,
      rows: [{ variant: MUG, onHand: 0, forSale: 0, ...record }],
    }),
  ].map(({ invariant }) => invariant.split(' ')[0])

/** `kept`: the money of each payment of a session, of `cs_1` unless it is named. */
const money = (
  log: ReturnType<typeof aLog>,
  kept: Record<string, number> | number[],
  { isAtRest = true } = {},
) =>
  [
    ...judgeMoney(replayed(log), {
      look: LATER,
      bank: Object.entries(kept).map(([name, captured]) => ({
        ...NO_PAYMENT,
        attempt: `att_${name}`,
        session: Array.isArray(kept) ? 'cs_1' : name,
        captured,
      })),
      isAtRest,
    }),
  ].map(({ invariant }) => invariant.split(' ')[0])

const ON_THE_WAY = { isAtRest: false }

describe('payments §8: what may be for sale, by the log of what was acknowledged', () => {
  test('as many units are for sale as were counted, came in, and were not sold since', () => {
    const log = aLog().count(9).count(5).move(2).create('cs_1', 3)
    log.pay('cs_1')
    log.complete('cs_1')
    expect(stock(log, { onHand: 4, forSale: 4 })).toEqual([])
    expect(stock(log, { onHand: 4, forSale: -1 })).toEqual([])
    expect(stock(log, { onHand: 5, forSale: 5 })).toEqual(['S1', 'S2'])
    expect(stock(log, { onHand: 3, forSale: 3 })).toEqual(['S2'])
  })

  test('of 3 units held and 1 counted, 1 is for sale when the payments failed', () => {
    const log = aLog().count(3).create('cs_1', 3)
    log.pay('cs_1')
    log.count(1).expired('cs_1')
    expect(stock(log, { onHand: 3, forSale: 3 })).toEqual(['S1', 'S2'])
    expect(stock(log, { onHand: 1, forSale: 1 })).toEqual([])
  })

  test('a change that was refused has done nothing; of one that was lost nobody knows', () => {
    expect(stock(aLog().count(5).move(-2, 'refused'), { onHand: 3 })).toEqual(['S2'])
    expect(stock(aLog().count(5).move(-2, 'unheard'), { onHand: 3 })).toEqual([])
    expect(stock(aLog().count(5).move(-2, 'unheard'), { onHand: 5 })).toEqual([])
    expect(stock(aLog().count(5).move(-2, 'unheard'), { onHand: 6 })).toEqual(['S2'])
  })

  test('of two counts at once either is the last; one after both is', () => {
    const log = aLog()
    const [first, second] = [2, 7].map((units) => log.begin({ deed: 'count', variant: MUG, units }))
    log.end(first ?? 0).end(second ?? 0)
    expect(stock(log, { onHand: 2 })).toEqual([])
    expect(stock(log, { onHand: 7 })).toEqual([])
    log.count(4)
    expect(stock(log, { onHand: 7 })).toEqual(['S2'])
  })

  test('a sale that may have come before the count or after it counts for both', () => {
    const log = aLog().count(9).create('cs_1', 2)
    log.pay('cs_1')
    log.count(5).complete('cs_1')
    expect(stock(log, { onHand: 5 })).toEqual([])
    expect(stock(log, { onHand: 3 })).toEqual([])
    expect(stock(log, { onHand: 2 })).toEqual(['S2'])
  })

  test('returned units came in', () => {
    const log = aLog().count(5).create('cs_1', 2)
    log.pay('cs_1')
    log.complete('cs_1')
    log.end(log.refund(1000, 2))
    expect(stock(log, { onHand: 5 })).toEqual([])
    expect(stock(log, { onHand: 3 })).toEqual(['S2'])
  })

  test('what is forgotten changes no later look', () => {
    const log = aLog().count(9).count(5).move(1)
    const replay = replayed(log)
    replay.forget(100_000)
    const look = { from: 100_000, until: 100_001 }
    const judge = (onHand: number) => [
      ...judgeStock(replay, { look, rows: [{ variant: MUG, onHand, forSale: 0 }] }),
    ]
    expect(judge(6)).toEqual([])
    expect(judge(9)).toHaveLength(1)
  })
})

describe('payments §8: what was acknowledged, then lost with the record', () => {
  test('counts and sales of the lost time happened or did not; those before it did', () => {
    const log = aLog().count(9).count(6).create('cs_1', 2)
    const from = log.copied().lines.length + 0.5
    log.count(4)
    log.pay('cs_1')
    log.complete('cs_1').lose(from)
    expect(stock(log, { onHand: 6, forSale: 6 })).toEqual([])
    expect(stock(log, { onHand: 2, forSale: 2 })).toEqual([])
    expect(stock(log, { onHand: 9, forSale: 9 })).toEqual(['S1', 'S2'])
    log.move(1)
    expect(stock(log, { onHand: 6, forSale: 6 })).toEqual([])
    expect(stock(log, { onHand: 2, forSale: 2 })).toEqual(['S2'])
    expect(stock(log.count(3), { onHand: 6, forSale: 6 })).toEqual(['S1', 'S2'])
  })

  test('what recovery does again comes after later counts, too', () => {
    const log = aLog().count(9).create('cs_1', 2)
    log.pay('cs_1')
    log.complete('cs_1')
    const refund = log.refund(300, 2)
    const from = log.copied().lines.length + 0.5
    log.end(refund).lose(from).count(5)
    expect(stock(log, { onHand: 5, forSale: 5 })).toEqual([])
    expect(stock(log, { onHand: 7, forSale: 7 })).toEqual([])
    expect(stock(log, { onHand: 8, forSale: 8 })).toEqual(['S1', 'S2'])
  })

  test('nobody is charged for an order that was told in the lost time, unless it is told again', () => {
    const log = aLog().count(5).create('cs_1')
    const from = log.copied().lines.length + 0.5
    log.pay('cs_1')
    log.complete('cs_1').lose(from)
    expect(money(log, {})).toEqual([])
    expect(money(log, { cs_1: 1000 })).toEqual(['S5'])
    expect(money(log.complete('cs_1'), { cs_1: 1000 })).toEqual([])
  })

  test('a count that nobody heard of may come after the restore, and after later counts', () => {
    const forgotten = (isOver: boolean) => {
      const log = aLog().count(9)
      const from = log.copied().lines.length + 0.5
      const count = log.begin({ deed: 'count', variant: MUG, units: 4 })
      if (isOver) log.end(count, 'unheard')
      log.lose(from)
      return { log: log.count(6), count }
    }
    for (const isOver of [true, false])
      for (const onHand of [4, 6]) expect(stock(forgotten(isOver).log, { onHand })).toEqual([])
    const { log, count } = forgotten(false)
    log.end(count).count(6)
    expect(stock(log, { onHand: 4 })).toEqual(['S2'])
  })
})

describe('payments §8: what was paid twice, because the record forgot the first payment', () => {
  const paidTwice = (isLost = true) => {
    const log = aLog().create('cs_1')
    const from = log.copied().lines.length + 0.5
    log.pay('cs_1')
    if (isLost) log.lose(from)
    log.pay('cs_1')
    return log.complete('cs_1')
  }

  test('until the forgotten payment is given back, the bank has both', () => {
    expect(money(paidTwice(), [1000, 1000], ON_THE_WAY)).toEqual([])
    expect(money(paidTwice(), [0, 1000], ON_THE_WAY)).toEqual([])
    expect(money(paidTwice(), [1000, 1000])).toEqual(['S4'])
    expect(money(paidTwice(), [0, 1000])).toEqual([])
  })

  test('one of them is of the order that was told', () => {
    expect(money(paidTwice(), [500, 500], ON_THE_WAY)).toEqual(['S4'])
    expect(money(paidTwice(), [], ON_THE_WAY)).toEqual(['S4'])
  })

  test('where nothing was forgotten, the bank has one', () => {
    expect(money(paidTwice(false), [1000, 1000], ON_THE_WAY)).toEqual(['S4'])
    const log = aLog().create('cs_1')
    log.pay('cs_1')
    const from = log.complete('cs_1').copied().lines.length + 0.5
    expect(money(log.lose(from), [1000, 1000], ON_THE_WAY)).toEqual(['S4'])
    const later = aLog().copied().lose(1.5).create('cs_1')
    later.pay('cs_1')
    expect(money(later.complete('cs_1'), [1000, 1000], ON_THE_WAY)).toEqual(['S4'])
  })

  test('a refund that was told is at the bank', () => {
    const log = paidTwice()
    log.end(log.refund(300))
    expect(money(log, [1000, 1000], ON_THE_WAY)).toEqual(['S4'])
    expect(money(log, [1000, 700], ON_THE_WAY)).toEqual([])
    expect(money(log, [0, 1000])).toEqual(['S4'])
  })

  test('what the bank did on its own was of either payment', () => {
    const acted = (isOver: boolean) => {
      const log = aLog().create('cs_1')
      const from = log.copied().lines.length + 0.5
      log.pay('cs_1')
      log.complete('cs_1')
      const refund = log.bank(-300)
      if (isOver) log.end(refund)
      log.lose(from)
      if (!isOver) log.end(refund)
      return log.complete('cs_1')
    }
    for (const isOver of [true, false]) {
      expect(money(acted(isOver), [0, 1000])).toEqual([])
      expect(money(acted(isOver), [700])).toEqual([])
      expect(money(acted(isOver), [600])).toEqual(['S4'])
    }
    const log = acted(true)
    log.end(log.bank(-200))
    expect(money(log, [0, 1000])).toEqual(['S4'])
  })

  test('the bank acts on a session’s only payment', async () => {
    const log = writeAcknowledged('/dev/null')
    log.hear({ news: 'complete', session: 'cs_1', orderNumber: 'no_1', amount: 1000 })
    const actOn = async (...captured: number[]) => {
      const deeds: BankDeed[] = []
      const banks = {
        books: async () =>
          captured.map((amount, index) => ({
            ...NO_PAYMENT,
            attempt: `att_${index}`,
            captured: amount,
          })),
        act: async (deed: BankDeed) => void deeds.push(deed),
      }
      const act: BankAct = { act: 'dispute', state: 'lost', isTold: false, share: 0 }
      await actAsBank(banks, { act, acknowledged: log })
      return deeds.map(({ attempt }) => attempt)
    }
    expect(await actOn(1000)).toEqual(['att_0'])
    expect(await actOn(0, 1000)).toEqual(['att_1'])
    expect(await actOn(1000, 1000)).toEqual([])
    log.close()
  })
})

describe('payments §8: what was charged, by the log of what was acknowledged', () => {
  const aPaid = () => {
    const log = aLog().count(5).create('cs_1')
    log.pay('cs_1')
    return log.complete('cs_1')
  }
  test('the buyer is charged what they were told, once', () => {
    expect(money(aPaid(), { cs_1: 1000 })).toEqual([])
    expect(money(aPaid(), { cs_1: 2000 })).toEqual(['S4'])
    expect(money(aPaid(), {})).toEqual(['S4'])
  })

  test('a charge is less what was given back; a refund that nobody heard of may be', () => {
    const log = aPaid()
    const refund = log.refund(300)
    expect(money(log, { cs_1: 700 })).toEqual([])
    expect(money(log, { cs_1: 1000 })).toEqual([])
    log.end(refund)
    expect(money(log, { cs_1: 1000 })).toEqual(['S4'])
  })

  test('a charge is less what the bank gave back by itself, and again what came back to it', () => {
    const log = aPaid()
    const refund = log.bank(-300)
    expect(money(log, { cs_1: 700 })).toEqual([])
    expect(money(log, { cs_1: 1000 })).toEqual([])
    log.end(refund)
    expect(money(log, { cs_1: 1000 })).toEqual(['S4'])
    log.end(log.bank(300))
    expect(money(log, { cs_1: 1000 })).toEqual([])
    expect(money(log, { cs_1: 700 })).toEqual(['S4'])
    log.end(log.bank(-200), 'refused')
    expect(money(log, { cs_1: 800 })).toEqual(['S4'])
  })

  test('a refund that fails gives back as much as the bank says at last', () => {
    const log = aPaid()
    log.end(log.refund(300))
    const failing = log.bank(1000)
    for (const kept of [700, 1000]) expect(money(log, { cs_1: kept })).toEqual([])
    log.end(failing, 'done', 100)
    expect(money(log, { cs_1: 800 })).toEqual([])
    for (const kept of [700, 900]) expect(money(log, { cs_1: kept })).toEqual(['S4'])
  })

  test('a refund that was refused every time gives nothing back', () => {
    const log = aPaid()
    const twice = [log.refund(300), log.refund(300)]
    for (const one of twice) log.end(one, 'refused')
    expect(money(log, { cs_1: 700 })).toEqual(['S4'])
  })

  test('nothing is charged for what nobody was told is complete', () => {
    const log = aLog().create('cs_1')
    log.pay('cs_1')
    expect(money(log, { cs_1: 1000 })).toEqual(['S5'])
    expect(money(log.expired('cs_1'), { cs_1: 0 })).toEqual([])
  })
})

test('payments §8: the log is read while it is written, line by line', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hc-log-'))
  const written = writeAcknowledged(join(folder, 'acknowledged.jsonl'))
  const read = readAcknowledged(written.file)
  const end = written.begin({ deed: 'pay', session: 'cs_1' })
  expect(read.next()).toMatchObject([{ begun: { session: 'cs_1' }, number: 1 }])
  end('done')
  written.hear({ news: 'expired', session: 'cs_1' })
  written.hear({ news: 'expired', session: 'cs_1' })
  expect(read.next()).toMatchObject([{ ended: 1 }, { news: 'expired' }])
  expect(read.next()).toEqual([])
  read.close()
  written.close()
  rmSync(folder, { recursive: true })
})
