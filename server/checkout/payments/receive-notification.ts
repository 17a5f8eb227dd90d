import type { CheckoutDeps } from '../checkout-deps.ts'
import { CheckoutError } from '../errors.ts'
import { findHeardOf, hearOf } from './hear-of-payment.ts'
import type { NotificationHeaders } from '../ports/provider.ts'

/**
 * A provider says that a payment has changed. The event is recorded and handled once; the facts are
 * read from the provider, never from the notification. @throws {CheckoutError} invalid_notification
 */
export async function receiveNotification(
  deps: CheckoutDeps,
  rawBody: Uint8Array,
  headers: NotificationHeaders,
) {
  const { db } = deps
  const { sender, notification } = await readNotification(deps, rawBody, headers)
  if (notification.type === 'irrelevant') return
  const payment = await findHeardOf(deps, { attemptId: null, ...notification, provider: sender })
  if (!payment) return
  const event = { provider: sender, eventId: notification.eventId }
  if (!(await db.openNotification(event))) return
  await hearOf(deps, payment)
  await db.closeNotification(event)
}

/** All providers post to one address; the signature shows which one it was. */
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
