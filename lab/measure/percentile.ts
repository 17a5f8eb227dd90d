/** The smallest value that this share of the values does not exceed; NaN without values. */
export function percentile(values: number[], share: number) {
  const sorted = values.toSorted((left, right) => left - right)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}
