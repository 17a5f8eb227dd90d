import { amountReason, findAmountProblem } from '../amounts.ts'
import { type CheckoutDeps, takingProvider } from '../checkout-deps.ts'
import { CheckoutError } from '../errors.ts'
import { methodOf, methodsFor } from './redirect-methods.ts'
import type { SessionDetails } from '../sessions/session.ts'

type Charge = { session: SessionDetails; paymentMethod: string; amount: number }

/**
 * The provider that takes the payment. @throws {CheckoutError} invalid_request: the store does not
 * take the method, or the provider does not take the amount
 */
export function chosenProvider(
  deps: Pick<CheckoutDeps, 'provider' | 'testProvider'>,
  { session, paymentMethod, amount }: Charge,
) {
  const { currency } = session.quote
  const provider = takingProvider(deps, session.store)
  const method = methodOf(paymentMethod)
  const isTaken =
    provider.takesRedirects && method
      ? methodsFor(session.store.paymentMethods, currency).includes(method.name)
      : !method
  if (!isTaken)
    throw new CheckoutError('invalid_request', 'paymentMethod: is not one that this store takes')
  const problem = findAmountProblem(amount, provider.amountRule(currency))
  if (problem) {
    const reason = amountReason(problem, currency)
    throw new CheckoutError('invalid_request', `fulfillment.option: the total with it ${reason}`)
  }
  return provider
}
