import type { LostTime } from './restored-record.ts'
import type { Deed, Line, Outcome } from './acknowledged.ts'

/** It happened between these moments; unless `isSure`, perhaps never. */
export type Span = { from: number; until: number; isSure: boolean }

/** The counted units, or the units of a movement, which are negative when they leave. */
type Units = Span & { units: number }

/** What happened to one variant. */
export type Tale = { counts: Units[]; movements: Units[] }

/** What a session's buyer and merchant were told. */
export type SessionAnswers = {
  variant: string
  quantity: number
  /** When somebody first pressed Pay. */
  paidFrom: number | undefined
  complete: { at: number; orderNumber: string; amount: number } | undefined
  isExpired: boolean
  /** The record may have forgotten payments that began before, which the bank then has as well. */
  forgottenUntil: number | undefined
  /** By their keys. */
  refunds: Map<string, Units & { amount: number; asked: number }>
  /** What the bank did on its own; `units` is the money that it keeps more since then. */
  bankActs: Units[]
}

type Count = Extract<Deed, { deed: 'count' | 'delta' }>
type Refund = Extract<Deed, { deed: 'refund' }>
type ByBank = Extract<Deed, { deed: 'bank' }>
type DeedStart = { deed: Deed; span: Units }
type DeedEnd = { span: Units; at: number; outcome: Outcome; kept: number | undefined }

type NewsLine = Extract<Line, { news: unknown }>
export type Reading = Extract<NewsLine, { news: 'stock' }>

const NO_ANSWERS = {
  paidFrom: undefined,
  complete: undefined,
  isExpired: false,
  forgottenUntil: undefined,
}

/** Nobody asks for older looks than this. */
const HORIZON_MS = 60_000

const unheardSince = (from: number): Span => ({
  from,
  until: Number.POSITIVE_INFINITY,
  isSure: false,
})

/**
 * Computes from the log's lines what there should be. `latestMs`: how long after its client gave up
 * a request may still be carried out.
 */
export function createReplay(latestMs: number) {
  const tales = new Map<string, Tale>()
  const sessions = new Map<string, SessionAnswers>()
  const underway = new Map<number, DeedStart>()
  const sales = new Map<string, Units>()
  let copiedAt = Number.POSITIVE_INFINITY

  const taleOf = (variant: string) => {
    const tale = tales.get(variant) ?? { counts: [], movements: [] }
    tales.set(variant, tale)
    return tale
  }
  const drop = ({ counts, movements }: Tale, span: DeedStart['span']) => {
    for (const spans of [counts, movements]) {
      const index = spans.indexOf(span)
      if (index >= 0) spans.splice(index, 1)
    }
  }

  function beginCount({ deed, variant, units }: Count, span: DeedStart['span']) {
    span.units = units
    taleOf(variant)[deed === 'count' ? 'counts' : 'movements'].push(span)
  }

  function beginPaying(id: string, span: DeedStart['span']) {
    const session = sessions.get(id)
    if (!session || session.paidFrom !== undefined) return
    session.paidFrom = span.from
    const sale = { ...span, units: -session.quantity }
    sales.set(id, sale)
    taleOf(session.variant).movements.push(sale)
  }

  /** A key that is asked for several times is one refund. */
  function beginRefund({ session, key, amount, variant, units }: Refund, from: number) {
    const refunds = sessions.get(session)?.refunds
    const known = refunds?.get(key)
    if (known) known.asked += 1
    if (!refunds || known) return
    const refund = { ...unheardSince(from), units, amount, asked: 1 }
    refunds.set(key, refund)
    taleOf(variant).movements.push(refund)
  }

  function beginBankAct({ session, kept }: ByBank, span: DeedStart['span']) {
    span.units = kept
    sessions.get(session)?.bankActs.push(span)
  }

  function endBankAct({ session }: ByBank, { span, at, outcome, kept = span.units }: DeedEnd) {
    const { bankActs: acts, forgottenUntil = 0 } = sessions.get(session) ?? {}
    if (outcome === 'done')
      Object.assign(span, { until: at, isSure: span.from > forgottenUntil, units: kept })
    if (acts && outcome === 'refused')
      acts.splice(
        acts.findIndex((act) => act === span),
        1,
      )
  }

  function begin({ at, begun: deed, number }: Extract<Line, { begun: unknown }>) {
    const span = { ...unheardSince(at), units: 0 }
    underway.set(number, { deed, span })
    if (deed.deed === 'pay') beginPaying(deed.session, span)
    else if (deed.deed === 'refund') beginRefund(deed, at)
    else if (deed.deed === 'bank') beginBankAct(deed, span)
    else beginCount(deed, span)
  }

  function endRefund(
    { session, key, variant }: Refund,
    { at, outcome }: { at: number; outcome: Outcome },
  ) {
    const refunds = sessions.get(session)?.refunds
    const refund = refunds?.get(key)
    if (!refund || refund.isSure) return
    if (outcome === 'done') Object.assign(refund, { until: at, isSure: true })
    if (outcome !== 'refused') return
    refund.asked -= 1
    if (refund.asked > 0) return
    refunds?.delete(key)
    drop(taleOf(variant), refund)
  }

  function end({ at, ended, outcome, kept }: Extract<Line, { ended: number }>) {
    const begun = underway.get(ended)
    underway.delete(ended)
    if (!begun) return
    const { deed, span } = begun
    if (deed.deed === 'refund') {
      endRefund(deed, { at, outcome })
    } else if (deed.deed === 'bank') {
      endBankAct(deed, { span, at, outcome, kept })
    } else if (deed.deed !== 'pay') {
      if (outcome === 'refused') drop(taleOf(deed.variant), span)
      else
        Object.assign(span, {
          until: outcome === 'done' ? at : at + latestMs,
          isSure: outcome === 'done',
        })
    }
  }

  const isLost = ({ from, until }: Span, lost: LostTime) => from < lost.until && until > lost.from

  /** Of a forgotten payment the bank may have taken and given back what it likes. */
  function markForgotten(session: SessionAnswers, lost: LostTime) {
    session.complete = undefined
    session.forgottenUntil = lost.until
    for (const act of session.bankActs) act.isSure = false
  }

  /**
   * What was acknowledged in the lost time may or may not have happened. What nobody heard of may
   * still wait in a process that pauses. Recovery may repeat a sale or refund that began
   * earlier, at any later moment.
   */
  function lose(lost: LostTime) {
    const all = [...sessions.values()]
    const endless = [...sales.values(), ...all.flatMap(({ refunds }) => [...refunds.values()])]
    const spans = [...tales.values()].flatMap(({ counts, movements }) => [...counts, ...movements])
    for (const span of spans) if (isLost(span, lost)) span.isSure = false
    for (const span of endless)
      if (isLost(span, lost))
        Object.assign(span, { isSure: false, until: Number.POSITIVE_INFINITY })
    for (const session of all)
      if (session.paidFrom !== undefined && !(session.complete && session.complete.at <= lost.from))
        markForgotten(session, lost)
  }

  function hear(line: Exclude<NewsLine, { news: 'stock' }>) {
    if (line.news === 'created') {
      const { session, variant, quantity } = line
      sessions.set(session, {
        ...NO_ANSWERS,
        variant,
        quantity,
        refunds: new Map(),
        bankActs: [],
      })
      return
    }
    const session = sessions.get(line.session)
    const sale = sales.get(line.session)
    if (!session) return
    if (line.news === 'complete') {
      const { at, orderNumber, amount } = line
      session.complete = { at, orderNumber, amount }
      if (sale) Object.assign(sale, { until: at, isSure: true })
    } else {
      session.isExpired = true
      if (sale) drop(taleOf(session.variant), sale)
    }
  }

  return {
    tales,
    sessions,

    /** Takes a line; returns a reading for the caller to judge. */
    take(line: Line): Reading | undefined {
      if ('copied' in line) copiedAt = line.at
      else if ('lost' in line) {
        lose(line.lost)
        copiedAt = Number.POSITIVE_INFINITY
      } else if ('begun' in line) begin(line)
      else if ('ended' in line) end(line)
      else if (line.news === 'stock') return line
      else hear(line)
      return undefined
    },

    /** Drops what later counts have made irrelevant for every look from `now` on. */
    forget(now: number) {
      for (const tale of tales.values()) {
        const settled = tale.counts.filter(
          ({ isSure, until }) => isSure && until <= Math.min(now - HORIZON_MS, copiedAt),
        )
        const latest = Math.max(...settled.map(({ from }) => from))
        tale.counts = tale.counts.filter(({ until }) => until > latest)
        const first = Math.min(...tale.counts.map(({ from }) => from))
        tale.movements = tale.movements.filter(({ until }) => until > first)
      }
    },
  }
}

export type Replay = ReturnType<typeof createReplay>
