/** Numbers that depend only on the seed. */
export type Random = {
  /** 0 ≤ n < 1 */
  fraction(): number
  /** A whole number, 0 ≤ n < `end`. */
  below(end: number): number
  chance(probability: number): boolean
  pick<Item>(items: readonly Item[]): Item
}

/** Mulberry32 (Tommy Ettinger, public domain): fast, and good enough for interleavings. */
export function createRandom(seed: number): Random {
  let state = Math.imul(seed + 1, 0x9e3779b1) | 0
  const fraction = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
  const below = (end: number) => Math.floor(fraction() * end)
  return {
    fraction,
    below,
    chance: (probability) => probability > 0 && fraction() < probability,
    pick: (items) => {
      const item = items[below(items.length)]
      if (item === undefined) throw new RangeError('nothing to pick from')
      return item
    },
  }
}
