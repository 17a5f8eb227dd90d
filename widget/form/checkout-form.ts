import type { CheckoutView } from '../../server/contract/buyer.ts'
import { FIELD_NAMES } from './buyer-fields.ts'
import { amountsWith, type AskedName } from '../session/checkout-state.ts'
import { getElement } from '../element/get-element.ts'
import type { TypedValues } from '../element/typed-values.ts'
import { payView } from '../views/button-view.ts'
import { deliveryText, feeText } from '../views/summary-view.ts'
import type { Ui } from '../views/ui.ts'
import { write } from '../element/write.ts'

type Root = HTMLElement | ShadowRoot
type Control = HTMLInputElement | HTMLTextAreaElement
type ControlName = AskedName | 'country' | 'agreedExpress'

/**
 * The buyer's fields in the page. They hold their own values, and nothing that is drawn around them
 * ever changes these.
 */
export function createForm(root: Root, ui: Ui) {
  const find = <Type extends HTMLElement>(selector: string) => root.querySelector<Type>(selector)
  const get = (selector: string) => getElement(root, selector)
  const findControl = (field: ControlName) => find<Control>(`[name=${field}]`)
  const control = (field: ControlName) => getElement<Control>(root, `[name=${field}]`)
  const option = () => find<HTMLInputElement>('[name=option]:checked')?.value

  /** Asks as the sheet does, which hides the address of a buyer who collects. */
  const isCollected = () => !!find('[data-collect]:checked, p[data-collect]')

  return {
    find,
    get,
    /** For fields that only some stores ask for. */
    findControl,
    control,
    isCollected,
    /** The chosen delivery option. `undefined` where there is only one. */
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
      for (const radio of root.querySelectorAll<HTMLInputElement>('[name=option]'))
        if (radio.value === values.option) radio.checked = true
    },

    /**
     * Draws what depends on the chosen option. `button` is another text for Pay during a payment.
     */
    drawAmounts(view: CheckoutView, button?: unknown) {
      const { fee, total } = amountsWith(view, option())
      control('place').required = !isCollected()
      const amounts = {
        of: deliveryText(isCollected(), ui),
        fee: feeText(fee, view, ui),
        total: ui.money(total, view),
      }
      for (const [name, amount] of Object.entries(amounts))
        for (const shown of root.querySelectorAll(`[data-amount=${name}]`)) write(shown, amount)
      write(find('[data-pay]'), button ?? payView(view, ui, total))
    },
  }
}

export type CheckoutForm = ReturnType<typeof createForm>
