import { createRecent } from '../cache/memory/recent.ts'

/** The claims of a verified token, and how long they hold without another check. */
export type VerifiedToken = { sessionId: string; origin: string; from: Date; until: Date }

/** Some megabytes. Fewer buyers than this pay at the same moment in one process. */
const MAX_REMEMBERED = 5_000

/** Remembers good tokens, and those just signed: checking a signature costs more than the rest of a request. */
export function createVerifiedTokens(max = MAX_REMEMBERED) {
  const remembered = createRecent<VerifiedToken>(max)
  return {
    find(token: string, now: Date): VerifiedToken | undefined {
      const known = remembered.find(token)
      return known && known.from <= now && now < known.until ? known : undefined
    },
    remember: remembered.put,
  }
}
