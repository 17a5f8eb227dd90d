import { findCardOf, namesOwner } from './stripe-cards.ts'

const partOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined

const isText = (value: unknown) => typeof value === 'string' && value !== ''

/**
 * What a card's bank would miss in a confirmation. Stripe itself takes it without, and the buyer has
 * to answer for it (`docs/stripe.md`). A PaymentMethod has billing details of its own.
 */
export function findMissingDetails(body: Record<string, unknown>): string | undefined {
  const { confirmation_token: token, payment_method: method, shipping } = body
  if (token === undefined && method === undefined) return undefined
  if (typeof token === 'string' && findCardOf(token) && !namesOwner(token))
    return 'confirmation_token lacks billing_details: a name, and an email or a phone'
  const [name, phone] = [partOf(shipping, 'name'), partOf(shipping, 'phone')]
  return [name, phone, partOf(partOf(shipping, 'address'), 'line1')].every(isText)
    ? undefined
    : 'a card is confirmed with shipping: name, phone and address[line1]'
}
