import type { CheckoutView } from '../../server/contract/buyer.ts'
import { goesTo } from '../session/checkout-state.ts'
import type { DeliveryCountry } from '../../server/contract/delivery.ts'
import type { CheckoutForm } from './checkout-form.ts'
import { getElement } from '../element/get-element.ts'

/**
 * Shows the options for this country. A buyer who had chosen another one gets the first of them.
 */
function showOptions({ deliveryOptions }: CheckoutView, fields: HTMLElement, country: string) {
  for (const label of fields.querySelectorAll<HTMLElement>('.option')) {
    const { value } = getElement<HTMLInputElement>(label, 'input')
    const option = deliveryOptions.find(({ id }) => id === value)
    label.hidden = option !== undefined && !goesTo(option, country)
  }
  if (!fields.querySelector('.option[hidden] :checked')) return
  const first = getElement<HTMLInputElement>(fields, '.option:not([hidden]) input')
  first.checked = true
  first.dispatchEvent(new Event('change', { bubbles: true }))
}

/** A field that is moved loses the focus, so nothing moves as long as the country is the same. */
function showFields(
  { country, fields, optional, regionWord }: DeliveryCountry,
  address: HTMLElement,
) {
  if (address.dataset['address'] === country) return
  for (const field of address.children) (field as HTMLElement).hidden = true
  for (const name of fields) {
    const field = getElement(address, `.field:has([name=${name}])`)
    field.hidden = false
    getElement<HTMLInputElement>(field, '[name]').required = !optional?.includes(name)
    address.append(field)
  }
  for (const word of address.querySelectorAll<HTMLElement>('[data-region]'))
    word.hidden = word.dataset['region'] !== regionWord
  address.dataset['address'] = country
}

/**
 * Shows the fields that an address in the chosen country has, in its order, how a phone number
 * looks there, and the options that go there. What was typed stays.
 */
export function showAddressFields(view: CheckoutView, { find, get, findControl }: CheckoutForm) {
  const address = find('[data-address]')
  const code = findControl('country')?.value
  const chosen = view.deliveryCountries?.find(({ country }) => country === code)
  // The store no longer delivers there. The server refuses a payment all the same.
  if (!address || !chosen) return
  showFields(chosen, address)
  const example = find('#phone-hint bdi')
  if (example && chosen.phone) example.textContent = chosen.phone
  showOptions(view, get('[data-fields]'), chosen.country)
}
