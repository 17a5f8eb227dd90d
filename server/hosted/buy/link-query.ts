import type { ReturnAddresses } from '../../checkout/sessions/buy-link.ts'
import { BuyLinkQuery, ReturnQuery } from '../../contract/buy-link.ts'
import { Quantity } from '../../contract/fields.ts'
import { parse } from '../../web/requests/parse.ts'
import type { LinkRequest } from './choices.ts'

const isLanguage = (value: string) => BuyLinkQuery.shape.lang.safeParse(value).success

/** Parameters that stand empty, or several times, count as none; so does what is no language. */
const given = (query: object) =>
  Object.fromEntries(
    Object.keys(BuyLinkQuery.shape).flatMap((name) => {
      const value: unknown = Reflect.get(query, name)
      if (typeof value !== 'string' || value === '') return []
      return name === 'lang' && !isLanguage(value) ? [] : [[name, value]]
    }),
  )

/** What an address or a form asks for. A quantity that nobody can buy counts as none. */
export function askedIn(query: object): LinkRequest {
  const { size, color, quantity, change } = given(query)
  const isOpen = change === '1'
  return { size, color, quantity: Quantity.safeParse(Number(quantity)).data, isOpen }
}

/** Whether an address or a form asks for a quantity that nobody can buy. */
export const isQuantityWrong = (query: object) => {
  const { quantity } = given(query)
  return quantity !== undefined && !Quantity.safeParse(Number(quantity)).success
}

/** @throws {CheckoutError} invalid_request */
export function addressesIn(query: object): ReturnAddresses {
  const { success_url: successUrl, cancel_url: cancelUrl } = parse(ReturnQuery, given(query))
  return { successUrl, cancelUrl }
}

/** The address with all that the query asks for, as far as a buy link has it. */
export function withQuery(address: string, query: object) {
  const asked = new URLSearchParams(given(query)).toString()
  return asked === '' ? address : `${address}?${asked}`
}
