import { CheckoutError } from './errors.ts'
import { followUp } from './late-money.ts'
import type { CheckoutDeps } from './checkout-deps.ts'
import type { NotificationHeaders } from './ports/provider.ts'
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
  const { db, provider } = deps
  const notification = await provider.parseNotification(rawBody, headers)
  if (notification.type === 'forged') {
    throw new CheckoutError(
      'invalid_notification',
      'The signature does not fit the body, or it is older than 5 minutes.',
    )
  }
  if (notification.type === 'irrelevant' || !(await db.findAttempt(notification.attemptId))) return
  const event = { provider: provider.name, eventId: notification.eventId }
  if (!(await db.openNotification(event))) return
  await followUp(deps, notification.attemptId)
  await followUpRefunds(deps, notification.attemptId)
  await db.closeNotification(event)
}
