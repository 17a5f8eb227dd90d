import type { ProviderName } from '../../contract/fields.ts'
import { type CheckoutDeps, providerOf } from '../checkout-deps.ts'
import { followUp } from './late-money.ts'
import type { PaymentReference, UnknownPayment } from '../ports/provider.ts'
import { receiveOrphan } from './orphaned-payments.ts'
import { refreshCharge } from '../refunds/refresh-charge.ts'
import { followUpRefunds } from '../refunds/refund-order.ts'

/** A payment that has changed, as its provider names it. */
type PaymentNews = { provider: ProviderName } & (PaymentReference | UnknownPayment)

/**
 * Finds the attempt of a payment by the record or, when the record does not know the payment's id,
 * by its metadata. Undefined for another integration's payment in the same account, and for one
 * that names another provider's attempt.
 * @throws {Error} the provider cannot be asked now, and should notify us again
 */
export async function findHeardOf(deps: CheckoutDeps, { provider, ...heard }: PaymentNews) {
  const attemptId =
    heard.attemptId === null
      ? await findAttemptId(deps, { provider, paymentId: heard.paymentId })
      : heard.attemptId
  if (attemptId === undefined) return undefined
  const found = await deps.db.findAttempt(attemptId)
  if (found && found.attempt.provider !== provider) return undefined
  return { provider, attemptId, paymentId: heard.paymentId, isOrphan: !found }
}

async function findAttemptId(
  deps: CheckoutDeps,
  payment: { provider: ProviderName; paymentId: string },
) {
  const known = await deps.db.charges.findAttemptId(payment)
  if (known !== undefined) return known
  const { paymentId } = payment
  const found = await providerOf(deps, payment).findEntry({ attemptId: null, paymentId })
  if (found.type === 'unknown') throw new Error('the payment could not be read')
  return found.type === 'found' ? (found.entry.attemptId ?? undefined) : undefined
}

/**
 * Reads from the provider what has happened, and does all that follows from it. False when it does
 * not answer.
 */
export async function hearOf(
  deps: CheckoutDeps,
  { isOrphan, ...payment }: PaymentReference & { provider: ProviderName; isOrphan: boolean },
) {
  if (isOrphan) {
    await receiveOrphan(deps, payment)
    return true
  }
  const { attemptId } = payment
  await followUp(deps, attemptId)
  await followUpRefunds(deps, attemptId)
  return refreshCharge(deps, attemptId)
}

/**
 * Calls `hearOf` for every payment whose refunds or disputes have changed since then, however old
 * it is. This finds changes whose notifications were lost. Returns for how many the provider gave no
 * answer.
 */
export async function hearOfActivity(
  deps: CheckoutDeps,
  { since, mustStop = () => false }: { since: Date; mustStop?: () => boolean },
) {
  let unheard = 0
  for (const { name: provider, listActivity } of deps.providers) {
    const seen = new Set<string>()
    for await (const paymentId of listActivity(since)) {
      if (mustStop()) return unheard
      if (seen.has(paymentId)) continue
      seen.add(paymentId)
      if (!(await hearOrSay(deps, { provider, paymentId }))) unheard += 1
    }
  }
  return unheard
}

async function hearOrSay(
  deps: CheckoutDeps,
  { provider, paymentId }: { provider: ProviderName; paymentId: string },
) {
  try {
    const payment = await findHeardOf(deps, { provider, attemptId: null, paymentId })
    return !payment || (await hearOf(deps, payment))
  } catch (error) {
    deps.events.recoveryFailed({ paymentId, error })
    return false
  }
}
