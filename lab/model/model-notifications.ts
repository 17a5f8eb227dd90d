import type { CheckoutDeps } from '../../server/checkout/checkout-deps.ts'
import { receiveNotification } from '../../server/checkout/payments/receive-notification.ts'
import type { ProviderName } from '../../server/contract/fields.ts'
import type { LedgerPayment } from './bank-payment.ts'
import type { Faults } from './faults.ts'
import type { Random } from './seeded-random.ts'
import type { Scheduler } from './scheduler.ts'
import type { Service } from './simulation.ts'

/** How long the bank waits before it sends a notification again. */
const REDELIVERY_MS = 20_000

type Options = {
  random: Random
  scheduler: Scheduler
  faults: Faults
  /** The processes that listen now. */
  services: readonly Service[]
  start(task: () => Promise<unknown>): void
  /** Called when a notification is accepted from a bank that has no such payment. */
  onForeign(attemptId: string): void
}

type Notification = {
  sender: ProviderName
  eventId: string
  attemptId: string
  isOfCharge: boolean
}

/** The bank's notifications: late, twice, in any order, and repeated until they are accepted. */
export function createNotifications(options: Options) {
  const { random, scheduler, faults, services, start, onForeign } = options
  const pending = new Set<string>()
  let count = 0

  /** A process for which the payment belongs to another bank. */
  const toForeign = (deps: CheckoutDeps, attemptId: string): CheckoutDeps => ({
    ...deps,
    db: {
      ...deps.db,
      openNotification(notification) {
        onForeign(attemptId)
        return deps.db.openNotification(notification)
      },
    },
  })

  async function deliver(
    { sender, eventId, attemptId, isOfCharge }: Notification,
    isForeign: boolean,
  ) {
    const body = new TextEncoder().encode(
      `${sender} ${eventId} ${attemptId}${isOfCharge ? ' charge' : ''}`,
    )
    const post = () =>
      start(async () => {
        const { deps } = random.pick(services)
        await receiveNotification(isForeign ? toForeign(deps, attemptId) : deps, body, {})
        pending.delete(eventId)
      })
    await scheduler.sleep(faults.world, faults.late() - scheduler.now())
    while (pending.has(eventId)) {
      post()
      if (random.chance(0.3)) post()
      await scheduler.sleep(faults.world, REDELIVERY_MS)
    }
  }

  function send(notification: Omit<Notification, 'eventId'>, isForeign: boolean) {
    const eventId = `evt_${(count += 1)}`
    pending.add(eventId)
    start(() => deliver({ ...notification, eventId }, isForeign))
  }

  return {
    /** Sometimes another bank sends it, too, as it does for another installation. */
    send({ bank: sender, attemptId }: LedgerPayment, { isOfCharge = false } = {}) {
      send({ sender, attemptId, isOfCharge }, false)
      const other = sender === 'test' ? 'stripe' : 'test'
      if (random.chance(0.05)) send({ sender: other, attemptId, isOfCharge: false }, true)
    },
    undelivered: () => pending,
  }
}
