import { percentile } from '../measure/percentile.ts'
import { summaryOf } from '../measure/summary.ts'
import type { Tally } from './client.ts'
import { median, reasonsOfLoad } from './figure.ts'
import type { Use } from './side.ts'

/** One side under one load for some seconds. `use` is undefined on systems that cannot tell. */
export type Shot = Tally & {
  use: Use | undefined
  /** The share of the machine that others used, 0 to 1; undefined when unknown. */
  foreignLoad: number | undefined
}

/** The shots of one side, one per round. */
export type Shots = {
  side: string
  shots: Shot[]
  isDurable: boolean
  /** What is wrong with the books afterwards. */
  mistakes: string[]
}

/** One load: the measured side, and those that it is compared with. */
export type Row = { name: string; atOnce: number; measured: Shots; beside: Shots[] }

export type Ratio = { median: number; least: number; most: number }

export const rateOf = ({ times, elapsedMs }: Tally) => (times.length / elapsedMs) * 1000

export const medianRate = ({ shots }: Shots) => median(shots.map(rateOf))

/** Compares the rates within each round, because only these met the same machine. */
export function ratioOf(measured: Shots, beside: Shots): Ratio {
  const ratios = measured.shots.map((shot, round) => {
    const other = beside.shots[round]
    return other === undefined ? Number.NaN : rateOf(shot) / rateOf(other)
  })
  return { median: median(ratios), least: Math.min(...ratios), most: Math.max(...ratios) }
}

/** CPU per visit in microseconds; undefined on systems that cannot tell. */
export function useOf({ shots }: Shots): Use | undefined {
  const requests = shots.reduce((sum, { times }) => sum + times.length, 0)
  const uses = shots.flatMap(({ use }) => use ?? [])
  if (uses.length < shots.length) return undefined
  const each = (part: keyof Use) =>
    (uses.reduce((sum, use) => sum + use[part], 0) * 1000) / requests
  return { node: each('node'), postgres: each('postgres'), redis: each('redis') }
}

export function timesOf({ shots }: Shots) {
  const times = shots.flatMap((shot) => shot.times)
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99) }
}

const allOf = ({ measured, beside }: Row) => [measured, ...beside]

/** The mean of all shots; undefined when unknown. */
export function foreignLoadOf(row: Row) {
  const loads = allOf(row).flatMap(({ shots }) => shots.map(({ foreignLoad }) => foreignLoad))
  return loads.includes(undefined)
    ? undefined
    : loads.reduce<number>((sum, load) => sum + (load ?? 0), 0) / loads.length
}

/** What a service or floor did wrong, which no machine excuses. */
export function mistakesOf(row: Row): string[] {
  return allOf(row).flatMap(({ side, shots, isDurable, mistakes }) => {
    const unexpected = shots.flatMap((shot) => shot.unexpected)
    return [
      ...(isDurable ? [] : ['its PostgreSQL does not wait until what is committed is on the disk']),
      ...(unexpected.length === 0 ? [] : [`unexpected answers: ${summaryOf(unexpected)}`]),
      ...(shots.some(({ times }) => times.length === 0) ? ['a shot without an answer'] : []),
      ...mistakes,
    ].map((mistake) => `${side}: ${mistake}`)
  })
}

/** Why a row does not count; empty when it does. */
export const reasonsAgainst = (row: Row): string[] => [
  ...mistakesOf(row),
  ...reasonsOfLoad(foreignLoadOf(row)),
]
