import {
  changeStock,
  compareBooks,
  create,
  endNow,
  expire,
  expireAll,
  pay,
  payAnotherWay,
  read,
  recover,
  work,
} from './model-flows.ts'
import { answerLateFailures, refundOrder } from './refund-flows.ts'
import { BrokenInvariant } from './books.ts'
import { CLOCK_MS, type Service, type Simulation, createSimulation } from './simulation.ts'

/** How many steps the faults last. */
const STORMY_STEPS = 500

/** About 20 times what a life takes; a service that goes on never comes to rest. */
const MAX_STEPS = 50_000

/**
 * Longer than any payment takes: the bank's question (300 s after the deadline), late requests, and
 * checks of late money (up to an hour apart).
 */
const CALM_MS = 2 * 60 * 60_000

/** Money that the record has lost is given back an hour after it was found. */
const CALM_AFTER_LOSS_MS = 3 * 60 * 60_000

/** Enough for a crowd, and for a part of a rush. */
const LEAST_STOCK: Partial<Record<Simulation['scene'], number>> = {
  'a crowd behind one address': 12,
  'a rush for one product': 3,
}

const PRODUCTS = ['mug', 'mug', 'cap'] as const

/**
 * One life of the service, first with the seed's faults and then without. Throws the first broken
 * promise; returns what happened.
 */
export async function runSeed(
  seed: number,
  trace?: (line: string) => void,
): Promise<ReadonlySet<string>> {
  const simulation = createSimulation(seed, trace)
  const { scheduler, faults, storage, random } = simulation
  for (const id of PRODUCTS) {
    const stock = random.below(4) + (LEAST_STOCK[simulation.scene] ?? 1)
    storage.tables.variants.set(id, {
      committed: { id, forSale: stock, supplied: stock, removed: false },
      dirty: undefined,
      owner: undefined,
    })
  }
  for (const name of ['one', 'two']) simulation.startService(name)
  populate(simulation)
  await scheduler.run(() => simulation.isBroken() || scheduler.steps() > STORMY_STEPS)
  simulation.assertUnbroken()

  faults.stop()
  scheduler.calmDown()
  for (const { actor } of simulation.services) actor.pausedUntil = 0
  simulation.start(() => bringToRest(simulation))
  await scheduler.run(() => simulation.isBroken() || scheduler.steps() > MAX_STEPS)
  simulation.assertUnbroken()
  const unrest =
    scheduler.steps() > MAX_STEPS
      ? 'the service does its work in so many steps'
      : simulation.findUnrest()
  if (unrest !== undefined) throw new BrokenInvariant(unrest)
  return simulation.seen
}

function populate(simulation: Simulation) {
  const {
    random,
    scheduler,
    faults,
    storage,
    services,
    scene,
    scenery: { clients },
    start,
    failOver,
    switchProvider,
    whenCompleted,
    whenRefundFailsLate,
  } = simulation
  const at = (atMs: number, task: (service: Service) => unknown) =>
    start(async () => {
      await scheduler.sleep(faults.world, atMs)
      await task(random.pick(services))
    })
  const isCrowded = scene === 'a crowd behind one address'
  const isCardTesting = scene === 'card testing'
  const isRush = scene === 'a rush for one product'
  if (isCardTesting) storage.tables.elsewhere = declinesAt(scheduler.now(), random.below(52))
  for (
    let sessions = isRush ? 10 : isCrowded || isCardTesting ? 6 : 1 + random.below(3);
    sessions > 0;
    sessions -= 1
  ) {
    const product = isRush ? 'mug' : random.pick(PRODUCTS)
    const ttlSeconds = random.pick([5, 30, 120])
    start(async () => {
      const id = await create(simulation, random.pick(services), { product, ttlSeconds })
      const horizonMs = isRush ? 2 : isCrowded ? 50 : random.pick([1, 50, 6_000, 40_000])
      const moment = () =>
        random.chance(0.3) ? ttlSeconds * 1_000 - 2 + random.below(4) : random.below(horizonMs)
      for (
        let buyers = 1 + random.below(isCardTesting ? 9 : isRush ? 2 : 4);
        buyers > 0;
        buyers -= 1
      ) {
        at(moment(), (service) =>
          pay(simulation, service, { sessionId: id, clientKey: random.pick(clients) }),
        )
      }
      for (let reads = 2 + random.below(4); reads > 0; reads -= 1) {
        at(moment() + random.below(100), (service) => read(simulation, service, id))
      }
      if (random.chance(0.3)) at(moment(), (service) => payAnotherWay(simulation, service, id))
      if (random.chance(0.2)) at(moment(), () => endNow(simulation, id))
      if (random.chance(0.3)) at(moment(), (service) => expire(simulation, service, id))
    })
    if (random.chance(0.1))
      at(random.below(6_000), (service) => expireAll(simulation, service, product))
    if (random.chance(0.3)) at(random.below(6_000), () => changeStock(simulation, product))
  }
  whenCompleted((sessionId) => {
    if (random.chance(0.4)) start(() => refundOrder(simulation, sessionId))
  })
  whenRefundFailsLate((refundId) => start(() => answerLateFailures(simulation, refundId)))
  for (const service of services) start(() => recover(simulation, service, 1 + random.below(3)))
  if (random.chance(0.15))
    at(random.below(4_000), () => failOver(random.below(random.pick([300, 8_000, 40_000]))))
  if (random.chance(0.2)) at(random.below(random.pick([300, 20_000])), switchProvider)
  for (let disturbances = random.below(4); disturbances > 0; disturbances -= 1) {
    at(random.below(20_000), (service) => disturb(simulation, service))
  }
}

/** Settled payments of the store's other buyers. */
const declinesAt = (settledAt: number, count: number) =>
  Array.from({ length: count }, () => ({ state: 'declined' as const, settledAt }))

/** How long a process pauses at most, in milliseconds, one of these. */
const PAUSES_MS = [10, 200, 10_000, 100_000, 600_000]

/** A process is killed, pauses, or its clock jumps. */
function disturb({ random, scheduler, faults, kill }: Simulation, { actor, clock }: Service) {
  if (faults.isOver()) return
  if (random.chance(0.5)) kill(actor)
  else if (random.chance(0.3)) clock.offsetMs = 2 * random.below(CLOCK_MS) - CLOCK_MS
  else actor.pausedUntil = scheduler.now() + random.below(random.pick(PAUSES_MS))
}

/** Every process works until nothing is left to do; then everybody reads the sessions. */
async function bringToRest(simulation: Simulation) {
  const { scheduler, storage, nextDueAt, findUnrest, assertExpected } = simulation
  const service = simulation.startService('last')
  const { actor, deps } = service
  const hasLost = storage.failovers() > 0
  const endsAt = scheduler.now() + (hasLost ? CALM_AFTER_LOSS_MS : CALM_MS)
  while (findUnrest() !== undefined && scheduler.now() < endsAt) {
    await work(deps)
    // A lock of a dead client may fail a round; the next one goes on.
    if (hasLost) await compareBooks(simulation, service).catch(assertExpected)
    if (findUnrest() !== undefined)
      await scheduler.sleep(actor, Math.max(2_000, Math.min(nextDueAt() - scheduler.now(), 60_000)))
  }
  for (const id of storage.tables.sessions.keys()) await read(simulation, service, id)
}
