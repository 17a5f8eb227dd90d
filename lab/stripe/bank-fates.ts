import type { Random } from '../model/seeded-random.ts'
import type { StripeBooks } from './double-books.ts'
import type { StripeFault } from './stripe-double.ts'
import type { Operation } from './stripe-operations.ts'

const ANY: StripeFault[] = [
  'resets_before',
  'resets_after',
  'resets_after',
  'silent_after',
  'fails_before',
  'fails_after',
  'rate_limited',
]

/** What the bank does without being asked. */
const OF: Partial<Record<Operation, StripeFault[]>> = {
  create: ['other_amount'],
  confirm: ['authorizes_less', 'authorizes_more'],
  refund: ['failed_refund', 'pending_refund', 'pending_refund'],
}

/** What goes wrong with a call; undefined when nothing does. `rate`: how often, 0 to 1. */
export function chooseStripeFault(
  operation: Operation,
  { random, rate }: { random: Random; rate: number },
): StripeFault | undefined {
  return random.chance(rate) ? random.pick([...ANY, ...(OF[operation] ?? [])]) : undefined
}

/** The bank decides some pending refunds; to be called again and again. */
export function settlePendingRefunds(
  { refunds, settleRefund }: StripeBooks,
  random: Random,
  { chance }: { chance: number },
) {
  for (const { id, status } of refunds.values())
    if (status === 'pending' && random.chance(chance))
      settleRefund(id, random.chance(0.6) ? 'succeeded' : 'failed')
}
