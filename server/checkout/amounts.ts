import type { AmountRule } from './ports/provider.ts'

/** Why a provider can never charge an amount. `least`, `most` and `step` are in the minor unit. */
export type AmountProblem =
  | { type: 'currency' }
  | { type: 'too_little'; least: number }
  | { type: 'too_much'; most: number }
  | { type: 'uneven'; step: number }

/** `rule`: the provider's rule for the currency; undefined when it does not take that currency. */
export function findAmountProblem(
  amount: number,
  rule: AmountRule | undefined,
): AmountProblem | undefined {
  if (!rule) return { type: 'currency' }
  const { minimum: least, maximum: most, step } = rule
  if (amount < least) return { type: 'too_little', least }
  if (amount > most) return { type: 'too_much', most }
  return amount % step === 0 ? undefined : { type: 'uneven', step }
}

/** What an error message says after the field's name, such as "must be at least 50, …". */
export function amountReason(problem: AmountProblem, currency: string) {
  const taken = `what the payment provider takes in ${currency}`
  switch (problem.type) {
    case 'currency':
      return `cannot be paid: the payment provider takes no ${currency}`
    case 'too_little':
      return `must be at least ${problem.least}, the least of ${taken}`
    case 'too_much':
      return `must be at most ${problem.most}, the most of ${taken}`
    case 'uneven':
      return `must be a multiple of ${problem.step}: that is ${taken}`
  }
}
