import { deriveWithdrawalKey } from './key-material.ts'
import { createSealedNotes } from './sealed-notes.ts'

/** Long enough for a mail that a careful server keeps back, and no longer. */
const LIFETIME_SECONDS = 3600

/** The order to withdraw from, and the address that the link is mailed to. */
type WithdrawalLink = { orderNumber: string; email: string }

export type WithdrawalLinks = ReturnType<typeof createWithdrawalLinks>

/** The secret part of a mailed link: who has it reads the mails of the order's address. */
export function createWithdrawalLinks({
  materials,
  now,
}: {
  materials: string[]
  now: () => Date
}) {
  const notes = createSealedNotes({ keys: materials.map(deriveWithdrawalKey), now })
  return {
    seal: (linked: WithdrawalLink) => notes.seal(JSON.stringify(linked), LIFETIME_SECONDS),
    /** Undefined when it was altered, or its hour is over. */
    async open(link: string): Promise<WithdrawalLink | undefined> {
      const text = await notes.open(link)
      return text === undefined ? undefined : (JSON.parse(text) as WithdrawalLink)
    },
  }
}
