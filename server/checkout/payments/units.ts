export type Units = ReturnType<typeof createUnits>

/** Payments share the stock in order of arrival: each gets what those before it have left. */
export function createUnits() {
  const taken = new Map<string, number>()
  return {
    leftOf: (variantId: string, before: number) => before - (taken.get(variantId) ?? 0),
    take(variantId: string, quantity: number) {
      taken.set(variantId, (taken.get(variantId) ?? 0) + quantity)
    },
  }
}
