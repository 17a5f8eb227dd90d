/** Work that a page does before it may pay, so that trying out cards costs something. */
export type WorkProofs = {
  /** The question for the session's next try; every session and every try has its own. */
  challengeOf(session: { id: string; attempts: number }): string
  /** `bits`: how much work was asked for; each bit doubles it. */
  isProven(challenge: string, work: { bits: number; answer: string }): boolean
}
