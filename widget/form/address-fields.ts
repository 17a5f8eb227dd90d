import type { CheckoutView } from '../../server/contract/buyer.ts'
import { getElement } from '../mount/get-element.ts'

/** Shows what an address in the chosen country has, in its order; what was typed stays. */
export function showAddressFields(
  { deliveryCountries }: CheckoutView,
  address: HTMLElement | null,
  code: string | undefined,
) {
  // A field that moves would lose the focus, so nothing moves before there is another country.
  if (!address || address.dataset['address'] === code) return
  const chosen = deliveryCountries?.find(({ country }) => country === code)
  // The store delivers there no more: the server says so, to whoever pays all the same.
  if (!chosen) return
  const { fields, optional } = chosen
  for (const field of address.children) (field as HTMLElement).hidden = true
  for (const name of fields) {
    const field = getElement(address, `.field:has([name=${name}])`)
    field.hidden = false
    getElement<HTMLInputElement>(field, '[name]').required = !optional?.includes(name)
    address.append(field)
  }
  address.dataset['address'] = code
}
