import type { Random } from '../model/seeded-random.ts'
import { type BankAct, planAct } from './bank-acts.ts'
import { branch, weighted } from './flow-plan.ts'
import type { ProviderName } from '../../server/contract/fields.ts'
import { type Providers, bankName, linkName, providersOf, serviceName } from './names.ts'

const FAILPOINT_WEIGHTS = {
  K1: 6,
  K2: 14,
  K3: 14,
  K4: 14,
  K5: 14,
  K6: 16,
  K7: 10,
  K8: 6,
  K9: 6,
  K10: 5,
  K11: 5,
}

/** A life of a service process: its settings, and how many flows end before it does. */
export type Life = {
  failpoints: string
  windowSeconds: number
  endsAt: number
  /** Where it takes new payments. */
  provider: ProviderName
}

export type Change =
  | { change: 'regenerate key' }
  | { change: 'plan free'; ms: number }
  | { change: 'price'; factor: number }
  | { change: 'archive'; ms: number }
  | { change: 'stock'; delta: number }
  | { change: 'count'; onHand: number }

/** What happens when `at` flows are done. */
export type Fault = { at: number } & (
  | { kind: 'kill'; target: string; life: number }
  | { kind: 'stop'; target: string; ms: number }
  | { kind: 'reset'; link: string }
  | { kind: 'stall' | 'lose answers'; link: string; ms: number }
  | { kind: 'copy record' | 'restore record' }
  | { kind: 'flush cache' }
  | { kind: 'end leases' }
  | { kind: 'change'; store: number; product: number; change: Change }
  | { kind: 'bank'; act: BankAct }
)

type Scale = {
  seed: number
  flows: number
  kills: number
  faults: number
  services: number
  maxWindowSeconds: number
  provider: Providers
  restore: boolean
}

/** How many acts of the bank come for each fault. */
const ACTS = 2

/** Spreads events evenly over the run without its ends, with some chance. */
const spread = (random: Random, count: number, flows: number) =>
  Array.from({ length: count }, (_, index) =>
    Math.round(flows * (0.03 + (0.94 * (index + random.fraction())) / count)),
  )

/**
 * How often a process pauses at each failpoint, which it passes about twice a flow. Small
 * runs have more, so that it happens at all.
 */
const standstills = (flows: number) =>
  Object.keys(FAILPOINT_WEIGHTS).map(
    (failpoint) => `${failpoint}:${Math.max(0.004, Math.min(0.02, 4 / flows))}=stop`,
  )

/** After the last flow. */
export const NEVER = Number.MAX_SAFE_INTEGER

/** A life that does not die; its provider has no faults either. */
export const calmLife = (
  random: Random,
  { maxWindowSeconds, provider }: Pick<Life, 'provider'> & { maxWindowSeconds: number },
): Life => ({
  failpoints: '',
  windowSeconds: 5 + random.below(maxWindowSeconds - 4),
  endsAt: NEVER,
  provider,
})

function planLives(
  random: Random,
  { deaths, service }: { deaths: number[]; service: number },
  { flows, services, maxWindowSeconds, provider: providers }: Scale,
): Life[] {
  let bornAt = 0
  // With two providers, each life takes payments elsewhere than the last one.
  const calm = (life: number) => {
    const among = providersOf(providers)
    const provider = among[(service + life) % among.length] ?? 'test'
    return calmLife(random, { maxWindowSeconds, provider })
  }
  const lives = deaths
    .toSorted((a, b) => a - b)
    .map((endsAt, life) => {
      const failpoint = weighted(random, FAILPOINT_WEIGHTS)
      // A process passes a failpoint about once in two flows; K6 more often, K8 and K9 seldom.
      const passes = Math.max(1, Math.round((endsAt - bornAt) / services / 2))
      const last =
        failpoint === 'K6' ? passes * 3 : failpoint === 'K8' || failpoint === 'K9' ? 1 : passes
      bornAt = endsAt
      const deaths = random.chance(0.8) ? [`${failpoint}@${1 + random.below(last)}`] : []
      const failpoints = [...deaths, ...standstills(flows)].join(',')
      return {
        ...calm(life),
        failpoints,
        endsAt: Math.min(endsAt, flows - 1),
      }
    })
  return [...lives, calm(lives.length)]
}

function planChange(random: Random): Change {
  const change = weighted(random, {
    'regenerate key': 2,
    'plan free': 2,
    price: 3,
    archive: 2,
    stock: 4,
    count: 2,
  })
  switch (change) {
    case 'regenerate key':
      return { change }
    case 'plan free':
      return { change, ms: 300 + random.below(1500) }
    case 'price':
      return { change, factor: 0.5 + random.fraction() }
    case 'archive':
      return { change, ms: 300 + random.below(1500) }
    case 'stock':
      return { change, delta: random.below(25) - 6 }
    case 'count':
      return { change, onHand: random.below(12) }
  }
}

function planFault(random: Random, at: number, { services, provider }: Scale): Fault {
  const service = random.below(services)
  const bank = bankName(random.pick(providersOf(provider)))
  const link = linkName(service, random.pick(['http', 'postgres', 'postgres', 'redis', bank]))
  const ms = 200 + random.below(3800)
  const kind = weighted(random, {
    stop: 5,
    reset: 4,
    stall: 3,
    'lose answers': 5,
    'flush cache': 2,
    'end leases': 4,
  })
  switch (kind) {
    case 'stop':
      return {
        at,
        kind,
        target: random.pick([
          serviceName(service),
          serviceName(service),
          'postgres',
          'redis',
          bank,
        ]),
        ms,
      }
    case 'reset':
      return { at, kind, link }
    case 'stall':
      return { at, kind, link, ms }
    // Long ones hit every deadline, short ones single answers.
    case 'lose answers':
      return { at, kind, link, ms: random.chance(0.7) ? 20 + random.below(150) : ms }
    case 'flush cache':
    case 'end leases':
      return { at, kind }
  }
}

/** The share of flows before the backup is made, and before it is restored. */
const COPIED = 0.3
const RESTORED = 0.6

/**
 * A lost change of keys, plans or archived products would leave a store that sells nothing. A lost
 * order with a dispute cannot be given back.
 */
const isUndoable = (fault: Fault) =>
  fault.kind === 'bank'
    ? fault.act.act !== 'dispute'
    : fault.kind !== 'change' ||
      !['regenerate key', 'plan free', 'archive'].includes(fault.change.change)

const withBackup = (planned: Fault[], flows: number): Fault[] => [
  ...planned.filter((fault) => fault.at > flows * RESTORED || isUndoable(fault)),
  { at: Math.round(flows * COPIED), kind: 'copy record' },
  { at: Math.round(flows * RESTORED), kind: 'restore record' },
]

/** When and how everything is broken: the lives of the services, and all other faults in order. */
export function planFaults(
  scale: Scale,
  { stores, products }: { stores: number; products: number },
) {
  const { seed, flows, kills, faults, services } = scale
  const random = branch(seed, 'faults')
  const killTargets = spread(random, kills, flows).map((at) => {
    const target = weighted(random, { service: 62, postgres: 17, redis: 13, bank: 8 })
    const bank = bankName(random.pick(providersOf(scale.provider)))
    return { at, target: target === 'bank' ? bank : target }
  })
  const deaths = Array.from({ length: services }, (): number[] => [])
  for (const { at, target } of killTargets) if (target === 'service') random.pick(deaths).push(at)
  const lives = deaths.map((of, service) => planLives(random, { deaths: of, service }, scale))
  const planned: Fault[] = [
    ...killTargets.flatMap(({ at, target }): Fault[] =>
      target === 'service' ? [] : [{ at, kind: 'kill', target, life: 0 }],
    ),
    ...lives.flatMap((of, index) =>
      of.flatMap(({ endsAt }, life): Fault[] =>
        endsAt === NEVER ? [] : [{ at: endsAt, kind: 'kill', target: serviceName(index), life }],
      ),
    ),
    ...spread(random, faults, flows).map((at) => planFault(random, at, scale)),
    ...spread(random, Math.ceil(faults / 2), flows).map((at): Fault => ({
      at,
      kind: 'change',
      store: random.below(stores),
      product: random.below(products),
      change: planChange(random),
    })),
    ...spread(random, faults * ACTS, flows).map((at): Fault => ({
      at,
      kind: 'bank',
      act: planAct(random, scale.provider),
    })),
  ]
  const all = scale.restore ? withBackup(planned, flows) : planned
  return { lives, faults: all.toSorted((a, b) => a.at - b.at) }
}
