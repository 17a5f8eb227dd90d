/** The value that so many of them are not above; not a number without any. */
export function percentile(values: number[], share: number) {
  const sorted = values.toSorted((left, right) => left - right)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}
