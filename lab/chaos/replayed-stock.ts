import type { Span, Tale } from './replay.ts'

/** The possible stock of a variant, by what its merchant and buyers heard. */
export type Bounds = { least: number; most: number }

/** Whether `one` was over before `other` began. */
const isBefore = (one: Pick<Span, 'until'>, other: Pick<Span, 'from'>) => one.until <= other.from

/**
 * How many units were on hand at some moment of `look`. A count sets the number, and later
 * movements change it. Where calls overlap, or one has no known end, every order is possible.
 */
export function boundsAt({ counts, movements }: Tale, look: Pick<Span, 'from' | 'until'>): Bounds {
  const begun = counts.filter(({ from }) => from <= look.until)
  const sure = begun.filter((count) => count.isSure && isBefore(count, look))
  const latest = begun.filter((count) => !sure.some((later) => isBefore(count, later)))
  const bounds: Bounds = { least: Number.POSITIVE_INFINITY, most: Number.NEGATIVE_INFINITY }
  for (const count of latest) {
    let [least, most] = [count.units, count.units]
    for (const movement of movements) {
      const { units, isSure } = movement
      if (isBefore(movement, count) || movement.from > look.until) continue
      const isCertain = isSure && isBefore(count, movement) && isBefore(movement, look)
      if (units < 0 || isCertain) least += units
      if (units > 0 || isCertain) most += units
    }
    bounds.least = Math.min(bounds.least, least)
    bounds.most = Math.max(bounds.most, most)
  }
  return bounds
}
