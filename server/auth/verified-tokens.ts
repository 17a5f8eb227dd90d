import { createRecent } from '../admission/recent.ts'

/** What a verified token says, and until when it may be believed without looking again. */
export type VerifiedToken = { sessionId: string; origin: string; from: Date; until: Date }

/** Some megabytes; buyers who pay at the same moment in one process are fewer. */
const MAX_REMEMBERED = 5_000

/** Tokens whose signature was found good: checking it again costs more than all else of a request. */
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
