import { createHash } from 'node:crypto'
import type { CheckoutSession } from '../../checkout/sessions/session.ts'
import { SHOWN_STORE_FIELDS, type ShownStore } from '../../checkout/stores/store-fields.ts'

type Quote = CheckoutSession['quote']
type Order = NonNullable<CheckoutSession['order']>

/**
 * The names of a shape, in the order of its values. A cached copy holds only values, because names
 * would be half of it. A missing name is a type error.
 */
const namesOf = <Shape>(names: Record<keyof Shape, true>) => Object.keys(names)

const SESSION = namesOf<Omit<CheckoutSession, 'id'>>({
  state: true,
  version: true,
  storeId: true,
  store: true,
  successUrl: true,
  cancelUrl: true,
  customer: true,
  metadata: true,
  createdAt: true,
  expiresAt: true,
  attempts: true,
  latestAttempt: true,
  quote: true,
  order: true,
  deliveryOption: true,
  card: true,
  canRestart: true,
  priceBefore: true,
  seller: true,
})

/** Without its translations, which come last and only where there are any. */
const QUOTE = namesOf<Omit<Quote, 'itemTranslations'>>({
  productId: true,
  variantId: true,
  productSlug: true,
  productName: true,
  imageUrl: true,
  size: true,
  color: true,
  quantity: true,
  unitPrice: true,
  currency: true,
  deliveryOptions: true,
  withdrawalDays: true,
  withdrawalReason: true,
})

const ORDER = namesOf<Order>({
  orderNumber: true,
  amountTotal: true,
  quantity: true,
  customer: true,
  fulfillment: true,
  paidAt: true,
})

/** Changes with every name that is added, removed or moved. */
export const NAMES_DIGEST = createHash('sha256')
  .update([...SESSION, ...SHOWN_STORE_FIELDS, ...QUOTE, ...ORDER].join())
  .digest('base64url')
  .slice(0, 8)

const valuesOf = (names: readonly string[], of: Record<string, unknown>) =>
  names.map((name) => of[name])

const withNames = <Shape>(names: readonly string[], values: unknown[]) =>
  Object.fromEntries(names.map((name, index) => [name, values[index]])) as Shape

const quoteValues = ({ itemTranslations, ...quote }: Quote) => [
  ...valuesOf(QUOTE, quote),
  ...(itemTranslations ? [itemTranslations] : []),
]

/** A session without its id, as text. */
export const packSession = (session: CheckoutSession) =>
  JSON.stringify(
    valuesOf(SESSION, {
      ...session,
      store: valuesOf(SHOWN_STORE_FIELDS, session.store),
      quote: quoteValues(session.quote),
      order: session.order && valuesOf(ORDER, session.order),
    }),
  )

type UnpackedSession = {
  createdAt: string
  expiresAt: string
  store: unknown[]
  quote: unknown[]
  order: unknown[] | null
}

export function unpackSession(id: string, text: string) {
  const values = JSON.parse(text) as unknown[]
  const { createdAt, expiresAt, store, quote, order, ...rest } = withNames<UnpackedSession>(
    SESSION,
    values,
  )
  return {
    ...rest,
    id,
    createdAt: new Date(createdAt),
    expiresAt: new Date(expiresAt),
    store: withNames<ShownStore>(SHOWN_STORE_FIELDS, store),
    quote: withNames<Quote>([...QUOTE, 'itemTranslations'].slice(0, quote.length), quote),
    order: order && withNames<Order>(ORDER, order),
  } as CheckoutSession
}
