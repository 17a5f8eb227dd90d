import type { CheckoutView } from '../../server/contract/buyer.ts'
import { FIELD_NAMES } from './buyer-fields.ts'
import { amountsWith, type AskedName } from '../session/checkout-state.ts'
import { getElement } from '../mount/get-element.ts'
import type { TypedValues } from './typed-values.ts'
import { payView } from '../views/button-view.ts'
import { deliveryText, feeText } from '../views/summary-view.ts'
import type { Ui } from '../views/ui.ts'
import { write } from '../mount/write.ts'

type Root = HTMLElement | ShadowRoot
type Control = HTMLInputElement | HTMLTextAreaElement

/**
 * The buyer's fields in the page: they hold their own values, and what is drawn around them never
 * touches these.
 */
export function createForm(root: Root, ui: Ui) {
  const find = <Type extends HTMLElement>(selector: string) => root.querySelector<Type>(selector)
  const get = (selector: string) => getElement(root, selector)
  const findControl = (field: AskedName | 'country') => find<Control>(`[name=${field}]`)
  const control = (field: AskedName | 'country') => getElement<Control>(root, `[name=${field}]`)
  const option = () => find<HTMLInputElement>('[name=option]:checked')?.value

  /** As the sheet knows it, which hides the address then. */
  const isCollected = () => !!find('[data-collect]:checked, p[data-collect]')

  return {
    find,
    get,
    /** Not every store asks for every field. */
    findControl,
    control,
    isCollected,
    /** The delivery option that is chosen, where there is a choice. */
    option,

    values(): TypedValues {
      const fields = [...FIELD_NAMES, 'country' as const]
      const chosen = option()
      return {
        ...Object.fromEntries(fields.map((field) => [field, findControl(field)?.value])),
        ...(chosen && { option: chosen }),
      }
    },

    fill(values: TypedValues, prefill: CheckoutView['customer']) {
      if (!control('place').value) control('place').value = prefill.details ?? ''
      for (const field of FIELD_NAMES) {
        const filled = findControl(field)
        if (filled && values[field] !== undefined) filled.value = values[field]
      }
      for (const country of root.querySelectorAll<HTMLOptionElement>('[name=country] > option'))
        if (country.value === values.country) country.selected = true
      const radios = [...root.querySelectorAll<HTMLInputElement>('[name=option]')]
      for (const radio of radios) if (radio.value === values.option) radio.checked = true
    },

    /** What follows the chosen option; `button` says something else while a payment goes on. */
    drawAmounts(view: CheckoutView, button?: unknown) {
      const { fee, total } = amountsWith(view, option())
      control('place').required = !isCollected()
      write(find('[data-amount=of]'), deliveryText(isCollected(), ui))
      write(find('[data-amount=fee]'), feeText(fee, view, ui))
      write(find('[data-amount=total]'), ui.money(total, view))
      write(find('[data-pay]'), button ?? payView(view, ui, total))
    },
  }
}

export type CheckoutForm = ReturnType<typeof createForm>
