import { recoverPayments } from '../../checkout/recover-payments.ts'
import { type Service, changeStock, create, endNow, notify, pay, read, recover } from './flows.ts'
import { type Simulation, createSimulation } from './simulation.ts'

/** How many steps the faults last. */
const STORMY_STEPS = 500

/** Longer than any payment takes: the bank's question (300 s after the deadline at most), waits between looks, late requests. */
const CALM_MS = 15 * 60_000

const PRODUCTS = ['mug', 'mug', 'cap'] as const

/**
 * One life of the service under the seed's faults, then under none. Throws the first promise that was broken; returns the moves
 * that attempts have made.
 */
export async function runSeed(seed: number, trace?: (line: string) => void): Promise<ReadonlySet<string>> {
  const simulation = createSimulation(seed, trace)
  const { scheduler, faults, storage, random } = simulation
  for (const id of PRODUCTS) {
    const stock = 1 + random.below(4)
    storage.tables.variants.set(id, { committed: { id, stock, supplied: stock }, dirty: undefined, owner: undefined })
  }
  const services = [simulation.startService('one'), simulation.startService('two')]
  populate(simulation, services)
  await scheduler.run(() => simulation.isBroken() || scheduler.steps() > STORMY_STEPS)
  simulation.assertUnbroken()

  faults.stop()
  scheduler.calmDown()
  for (const { actor } of services) actor.pausedUntil = 0
  simulation.start(() => bringToRest(simulation))
  await scheduler.run(simulation.isBroken)
  simulation.assertUnbroken()
  simulation.assertAtRest()
  return simulation.moves
}

function populate(simulation: Simulation, services: Service[]) {
  const { random, scheduler, faults, cards, start } = simulation
  const at = (atMs: number, task: (service: Service) => Promise<unknown>) => start(async () => {
    await scheduler.sleep(faults.world, atMs)
    await task(random.pick(services))
  })
  for (let sessions = 1 + random.below(3); sessions > 0; sessions -= 1) {
    const product = random.pick(PRODUCTS)
    const ttlSeconds = random.pick([5, 30, 120])
    start(async () => {
      const id = await create(simulation, random.pick(services), { product, ttlSeconds })
      const horizonMs = random.pick([1, 50, 6_000, 40_000])
      const moment = () => random.chance(0.3) ? ttlSeconds * 1_000 - 2 + random.below(4) : random.below(horizonMs)
      for (let buyers = 1 + random.below(cards.length === 1 ? 9 : 4); buyers > 0; buyers -= 1) {
        at(moment(), (service) => pay(simulation, service, id))
      }
      for (let reads = 2 + random.below(4); reads > 0; reads -= 1) {
        at(moment() + random.below(100), (service) => read(simulation, service, id))
      }
      if (random.chance(0.2)) at(moment(), () => endNow(simulation, id))
    })
    if (random.chance(0.3)) at(random.below(6_000), () => changeStock(simulation, product, random.below(5) - 2))
  }
  for (const service of services) start(() => recover(simulation, service, 1 + random.below(3)))
  if (random.chance(0.5)) at(random.below(20_000), (service) => notify(simulation, service))
  for (let kills = random.below(3); kills > 0; kills -= 1) {
    at(random.below(20_000), (service) => disturb(simulation, services, service))
  }
}

/** kill -9, or a process that stands still for a while. The database may take its time to notice that a client is gone. */
async function disturb({ random, scheduler, storage, startService, start }: Simulation, services: Service[], service: Service) {
  const { actor } = service
  if (random.chance(0.3)) {
    actor.pausedUntil = scheduler.now() + random.below(random.chance(0.3) ? 100_000 : 10_000)
    return
  }
  const index = services.indexOf(service)
  if (index === -1) return
  scheduler.drop(actor)
  if (random.chance(0.8)) storage.rollBackAllOf(actor)
  const next = startService(`${actor.name}'`)
  services[index] = next
  await Promise.resolve()
  start(() => recoverPayments(next.deps))
}

/** Recovery runs until nothing is left to do; then everybody reads what has become of the sessions. */
async function bringToRest(simulation: Simulation) {
  const { scheduler, storage, nextDueAt, isAtRest } = simulation
  const service = simulation.startService('last')
  const endsAt = scheduler.now() + CALM_MS
  while (!isAtRest() && scheduler.now() < endsAt) {
    await recoverPayments(service.deps)
    if (!isAtRest()) await scheduler.sleep(service.actor, Math.max(2_000, Math.min(nextDueAt() - scheduler.now(), 60_000)))
  }
  for (const id of storage.tables.sessions.keys()) await read(simulation, service, id)
}
