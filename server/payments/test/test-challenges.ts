import type { TestBank } from './test-bank.ts'
import type { LedgerPayment } from './test-ledger.ts'
import { notificationOf } from './test-charges.ts'

export type ChallengeAnswer = 'complete' | 'fail'

/** What the bank's page shows. */
export async function findChallenge({ ledger }: TestBank, challengeId: string) {
  const challenge = await ledger.findChallenge(challengeId)
  if (!challenge) return undefined
  const { sessionId, amount, currency, status } = challenge
  return { sessionId, amount, currency, isSettled: status !== 'challenged' }
}

function changeAfter(answer: ChallengeAnswer, { card }: LedgerPayment) {
  if (answer === 'fail') return { to: 'declined', declineCode: 'authentication_failed' } as const
  return card === 'challenge_declined'
    ? ({ to: 'declined', declineCode: 'card_declined' } as const)
    : ({ to: 'authorized' } as const)
}

/** Takes the buyer's answer; later answers change nothing. Returns the bank's notification. */
export async function answerChallenge(
  bank: TestBank,
  { challengeId, answer }: { challengeId: string; answer: ChallengeAnswer },
) {
  const challenge = await bank.ledger.findChallenge(challengeId)
  if (!challenge) return undefined
  await bank.ledger.move({
    attemptId: challenge.attemptId,
    from: ['challenged'],
    ...changeAfter(answer, challenge),
  })
  return notificationOf(bank, challenge)
}
