import type { Faults } from './faults.ts'
import { receiveNotification } from '../../server/checkout/receive-notification.ts'
import type { Random } from './seeded-random.ts'
import type { Scheduler } from './scheduler.ts'
import type { Service } from './simulation.ts'

/** How long the bank waits for an answer before it sends a notification again. */
const REDELIVERY_MS = 20_000

type Options = {
  random: Random
  scheduler: Scheduler
  faults: Faults
  /** Who listens at the moment. */
  services: readonly Service[]
  start(task: () => Promise<unknown>): void
}

/**
 * The bank's way to tell us: late, twice, in any order, and again until somebody has said that it
 * has come.
 */
export function createNotifications({ random, scheduler, faults, services, start }: Options) {
  const pending = new Set<string>()
  let count = 0

  async function deliver(eventId: string, attemptId: string) {
    const body = new TextEncoder().encode(`${eventId} ${attemptId}`)
    const post = () =>
      start(async () => {
        await receiveNotification(random.pick(services).deps, body, {})
        pending.delete(eventId)
      })
    await scheduler.sleep(faults.world, faults.late() - scheduler.now())
    while (pending.has(eventId)) {
      post()
      if (random.chance(0.3)) post()
      await scheduler.sleep(faults.world, REDELIVERY_MS)
    }
  }

  return {
    send(attemptId: string) {
      const eventId = `evt_${(count += 1)}`
      pending.add(eventId)
      start(() => deliver(eventId, attemptId))
    },
    undelivered: () => pending,
  }
}
