import type { ProviderName } from '../contract/fields.ts'
import { CheckoutError } from './errors.ts'
import { followUp } from './late-money.ts'
import { type CheckoutDeps, providerOf } from './checkout-deps.ts'
import type { NotificationHeaders } from './ports/provider.ts'
import { receiveOrphan } from './orphaned-payments.ts'
import { refreshCharge } from './refresh-charge.ts'
import { followUpRefunds } from './refund-order.ts'

/**
 * The provider says that something has happened to a payment. The event is written down first and
 * taken once; what it is about is read from the provider, never from the notification. @throws
 * {CheckoutError} invalid_notification
 */
export async function receiveNotification(
  deps: CheckoutDeps,
  rawBody: Uint8Array,
  headers: NotificationHeaders,
) {
  const { db } = deps
  const { sender, notification } = await readNotification(deps, rawBody, headers)
  if (notification.type === 'irrelevant') return
  const { eventId, paymentId } = notification
  const attemptId =
    notification.type === 'payment_changed'
      ? notification.attemptId
      : await findAttemptId(deps, { provider: sender, paymentId: notification.paymentId })
  // Of another integration's payment, in the same account.
  if (attemptId === undefined) return
  const found = await db.findAttempt(attemptId)
  if (found && found.attempt.provider !== sender) return
  const event = { provider: sender, eventId }
  if (!(await db.openNotification(event))) return
  if (found) {
    await followUp(deps, attemptId)
    await followUpRefunds(deps, attemptId)
    await refreshCharge(deps, attemptId)
  } else await receiveOrphan(deps, { provider: sender, attemptId, paymentId })
  await db.closeNotification(event)
}

/**
 * Whose payment that is: by the record, or by the metadata of a payment whose id the record does not
 * know, or not yet. @throws {Error} when the provider cannot be asked now, so that it tells again
 */
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

/** All providers post to one address; the signature tells whose it is. */
async function readNotification(
  { providers }: CheckoutDeps,
  rawBody: Uint8Array,
  headers: NotificationHeaders,
) {
  for (const provider of providers) {
    const notification = await provider.parseNotification(rawBody, headers)
    if (notification.type !== 'forged') return { sender: provider.name, notification }
  }
  throw new CheckoutError(
    'invalid_notification',
    'The signature does not fit the body, or it is older than 5 minutes.',
  )
}
