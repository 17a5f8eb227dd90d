import type { RedirectMethod } from '../../server/contract/fields.ts'
import type { CARDS } from '../../server/testing/builders.ts'
import { type Random, createRandom } from '../model/seeded-random.ts'
import type { Providers } from './names.ts'

export type Card = keyof typeof CARDS

const KIND_WEIGHTS = {
  /** Pays and waits for the outcome. */
  patient: 46,
  /** Pays again at once when no answer came. */
  impatient: 10,
  /** Presses Pay twice. */
  doubleSubmit: 12,
  /** Pays in two tabs with two cards. One tab does not accept "in progress" as an answer. */
  twoTabs: 14,
  /** Pays in the last milliseconds of the window, or the first after it. */
  late: 10,
  /** Looks, and never pays. */
  leaves: 8,
}
export type FlowKind = keyof typeof KIND_WEIGHTS
export const FLOW_KINDS = Object.keys(KIND_WEIGHTS) as FlowKind[]

const CARD_WEIGHTS: Record<Card, number> = {
  succeeds: 58,
  declined: 9,
  insufficientFunds: 4,
  challenge: 13,
  challengeDeclined: 3,
  slow: 3,
  capturedThenLost: 10,
}

/** How a buyer answers the bank's question. `late`: after the payment window. */
const ANSWER_WEIGHTS = { complete: 55, fail: 15, late: 15, never: 15 }
export type ChallengeAnswer = keyof typeof ANSWER_WEIGHTS

/** Whether a buyer who is to confirm off the page wants another way: at once or meanwhile. */
const LEAVING_WEIGHTS = { stays: 60, atOnce: 18, meanwhile: 22 }

/** The share of buyers who first pay by what is confirmed off the page, where it is taken. */
const OFF_PAGE = 0.5

export type Means = Card | RedirectMethod

export type OffPage = {
  method: RedirectMethod
  leaving: keyof typeof LEAVING_WEIGHTS
  /** False: the page that leads back is closed, so only the bank can tell. */
  comesBack: boolean
}

export type Product = {
  slug: string
  variants: { size: string | null; colorName: string | null; stock: number }[]
  price: number
  weight: number
}
export type StorePlan = {
  name: string
  currency: string
  deliveryOptions: { id: string; name: string; fee: number }[]
  products: Product[]
  /** The payment methods that are confirmed off the page. */
  paymentMethods: RedirectMethod[]
}

export type FlowPlan = {
  index: number
  kind: FlowKind
  store: number
  item: { product: string; size?: string; color?: string; quantity: number }
  cards: Card[]
  /** What they pay by first, before cards. */
  offPage: OffPage | undefined
  challengeAnswer: ChallengeAnswer
  /** Sends an Idempotency-Key at creation. */
  isKeyed: boolean
  address: string
  /** For choices on the way: services, pauses, offsets. */
  random: Random
}

/** Random numbers for one part of the plan, whatever the other parts use. */
export const branch = (seed: number, part: string, index = 0) => {
  let mixed = seed
  for (const code of `${part}/${index}`)
    mixed = Math.imul(mixed ^ (code.codePointAt(0) ?? 0), 0x01000193) ^ (mixed >>> 15)
  return createRandom(mixed | 0)
}

export function weighted<Name extends string>(
  random: Random,
  weights: Record<Name, number>,
  among = Object.keys(weights) as Name[],
): Name {
  let left = random.fraction() * among.reduce((sum, name) => sum + weights[name], 0)
  for (const name of among) {
    left -= weights[name]
    if (left < 0) return name
  }
  return random.pick(among)
}

/** The product that merchants count while it sells. Nothing else of it changes. */
export const COUNTED = 'poster'

const PLAIN = (stock: number) => [{ size: null, colorName: null, stock }]

/** Plenty of most products, and few of some, which sell out. */
export const planStores = ({
  flows,
  provider,
}: {
  flows: number
  provider: Providers
}): StorePlan[] =>
  [
    { name: 'North Quay', currency: 'EUR', methods: ['ideal', 'paypal'] as const },
    { name: 'Kitano', currency: 'JPY' },
    { name: 'Dasman', currency: 'KWD' },
  ].map(({ methods = [], ...store }) => ({
    ...store,
    // The test bank has none of them.
    paymentMethods: provider === 'stripe' ? [...methods] : [],
    deliveryOptions: [
      { id: 'standard', name: 'Standard delivery', fee: 0 },
      { id: 'express', name: 'Express', fee: 750 },
    ],
    products: [
      { slug: 'mug', variants: PLAIN(flows * 5), price: 1990, weight: 50 },
      {
        slug: 'shirt',
        variants: ['S', 'M', 'L'].map((size) => ({ size, colorName: 'Blue', stock: flows * 2 })),
        price: 2500,
        weight: 30,
      },
      { slug: 'lamp', variants: PLAIN(8 + Math.floor(flows / 60)), price: 8900, weight: 12 },
      { slug: 'print', variants: PLAIN(3), price: 12_000, weight: 8 },
      {
        slug: COUNTED,
        variants: ['A2', 'A3'].map((size) => ({ size, colorName: null, stock: 4 })),
        price: 1500,
        weight: 16,
      },
    ],
  }))

/** Most buyers have their own address; some share one. */
const addressOf = (random: Random, index: number) =>
  random.chance(0.04)
    ? '198.51.100.7'
    : `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`

/** Has its own random numbers, so that the rest of the plan does not depend on it. */
function planOffPage(
  seed: number,
  index: number,
  { paymentMethods }: Partial<StorePlan>,
): OffPage | undefined {
  const random = branch(seed, 'elsewhere', index)
  if (!paymentMethods?.length || !random.chance(OFF_PAGE)) return undefined
  return {
    method: random.pick(paymentMethods),
    leaving: weighted(random, LEAVING_WEIGHTS),
    comesBack: random.chance(0.7),
  }
}

export function planFlow(
  { seed, kinds }: { seed: number; kinds: FlowKind[] },
  stores: StorePlan[],
  index: number,
): FlowPlan {
  const random = branch(seed, 'flow', index)
  const kind = weighted(random, KIND_WEIGHTS, kinds)
  const store = random.below(stores.length)
  const products = stores[store]?.products ?? []
  const slug = weighted(
    random,
    Object.fromEntries(products.map((product) => [product.slug, product.weight])),
  )
  const { size, colorName } = random.pick(
    products.find((product) => product.slug === slug)?.variants ?? [],
  )
  const cards = [0, 1, 2].map(() => weighted(random, CARD_WEIGHTS))
  // A declined card lets the other tab pay at once.
  if (kind === 'twoTabs' && random.chance(0.5)) cards[0] = 'declined'
  return {
    index,
    kind,
    store,
    cards,
    offPage: planOffPage(seed, index, stores[store] ?? {}),
    item: {
      product: slug,
      ...(size !== null && { size }),
      ...(colorName !== null && { color: colorName }),
      quantity: 1 + random.below(3),
    },
    challengeAnswer: weighted(random, ANSWER_WEIGHTS),
    isKeyed: random.chance(0.5),
    address: addressOf(random, index),
    random,
  }
}
