/** How long the middle one of these takes, in milliseconds, all begun at the same moment. */
export async function medianTime(actions: (() => Promise<unknown>)[]) {
  const startedAt = performance.now()
  const times = await Promise.all(
    actions.map(async (action) => {
      await action()
      return performance.now() - startedAt
    }),
  )
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0
}
