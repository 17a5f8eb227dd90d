import { QUIET_LOAD } from '../measure/foreign-load.ts'

/** Something that is measured of each service alone. */
export type Figure = {
  what: string
  unit: string
  /** The values of each service; empty on systems that cannot tell (all but Linux). */
  values: number[][]
  /** The share of the machine that others used, 0 to 1; undefined when unknown. */
  foreignLoad: number | 'does not matter' | undefined
  /** What is wrong with it, which no machine excuses. */
  mistakes?: string[]
}

/** Figures of the same sides. */
export type FigureTable = { sides: string[]; figures: Figure[] }

/** The middle value; of an even number, halfway between the two. */
export function median(values: number[]) {
  const sorted = values.toSorted((left, right) => left - right)
  const half = sorted.length / 2
  const [left = Number.NaN, right = left] = [sorted[Math.ceil(half) - 1], sorted[Math.floor(half)]]
  return (left + right) / 2
}

/** Why a figure does not count; empty when it does. */
export function reasonsAgainstFigure({ values, foreignLoad, mistakes = [] }: Figure): string[] {
  return [
    ...mistakes,
    ...(values.some((each) => each.length === 0) ? ['this system does not tell it'] : []),
    ...reasonsOfLoad(foreignLoad),
  ]
}

export function reasonsOfLoad(load: Figure['foreignLoad']): string[] {
  if (load === undefined) return ['nobody knows what others took of the machine']
  if (load === 'does not matter' || load <= QUIET_LOAD) return []
  return [`others took ${(load * 100).toFixed(0)} % of the machine`]
}
