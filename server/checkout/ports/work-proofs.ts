/** Work that a buyer's page does before it may pay, so that trying out cards costs something. */
export type WorkProofs = {
  /** The question for the session's next try: another one for every session and every try. */
  challengeOf(session: { id: string; attempts: number }): string
  /** Whether the answer took as much work as `bits` asks for: each bit doubles it. */
  isProven(challenge: string, work: { bits: number; answer: string }): boolean
}
