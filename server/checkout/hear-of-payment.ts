import type { ProviderName } from '../contract/fields.ts'
import { type CheckoutDeps, providerOf } from './checkout-deps.ts'
import { followUp } from './late-money.ts'
import type { PaymentReference, UnknownPayment } from './ports/provider.ts'
import { receiveOrphan } from './orphaned-payments.ts'
import { refreshCharge } from './refresh-charge.ts'
import { followUpRefunds } from './refund-order.ts'

/** A payment to which something has happened, as its provider names it. */
type Heard = { provider: ProviderName } & (PaymentReference | UnknownPayment)

/**
 * Whose payment that is: by the record, or by the metadata of a payment whose id the record does not
 * know, or not yet. Undefined for another integration's, in the same account, and for one that names
 * an attempt of another provider. @throws {Error} when the provider cannot be asked now, to be told
 * again
 */
export async function findHeardOf(deps: CheckoutDeps, { provider, ...heard }: Heard) {
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

/** What has happened is read from the provider, and all that follows from it is done. */
export async function hearOf(
  deps: CheckoutDeps,
  { isOrphan, ...payment }: PaymentReference & { provider: ProviderName; isOrphan: boolean },
) {
  if (isOrphan) return receiveOrphan(deps, payment)
  const { attemptId } = payment
  await followUp(deps, attemptId)
  await followUpRefunds(deps, attemptId)
  await refreshCharge(deps, attemptId)
}

/**
 * Hears of every payment whose refunds or disputes have changed at its provider since then, however
 * old it is: finds what a notification told that never came.
 */
export async function hearOfActivity(
  deps: CheckoutDeps,
  { since, mustStop = () => false }: { since: Date; mustStop?: () => boolean },
) {
  for (const { name: provider, listActivity } of deps.providers) {
    const seen = new Set<string>()
    for await (const paymentId of listActivity(since)) {
      if (mustStop()) return
      if (seen.has(paymentId)) continue
      seen.add(paymentId)
      await hearOrSay(deps, { provider, paymentId })
    }
  }
}

async function hearOrSay(
  deps: CheckoutDeps,
  { provider, paymentId }: { provider: ProviderName; paymentId: string },
) {
  try {
    const payment = await findHeardOf(deps, { provider, attemptId: null, paymentId })
    if (payment) await hearOf(deps, payment)
  } catch (error) {
    deps.events.recoveryFailed({ paymentId, error })
  }
}
