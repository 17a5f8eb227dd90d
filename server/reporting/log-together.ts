const TOGETHER_MS = 1_000

type Reasons = { reasons: Record<string, number> }

/** Events that come by the thousand: a line says how many of each reason there were in a second. */
export function logTogether(log: (fields: Reasons) => void) {
  let counts: Reasons['reasons'] | undefined
  return ({ reason }: { reason: string }) => {
    if (!counts) {
      const reasons: Reasons['reasons'] = {}
      counts = reasons
      setTimeout(() => {
        log({ reasons })
        counts = undefined
      }, TOGETHER_MS).unref()
    }
    counts[reason] = (counts[reason] ?? 0) + 1
  }
}
