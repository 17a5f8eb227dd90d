import { html } from 'lit/html.js'
import type { CheckoutView, PayRequest } from '../../server/contract/buyer.ts'
import { showAddressFields } from './address-fields.ts'
import { createJudge, entryOf, isAsked } from './asked-fields.ts'
import { ADDRESS_FIELDS, FIELD_NAMES } from './buyer-fields.ts'
import type { CheckoutForm } from './checkout-form.ts'
import { amountsWith, type FormState } from '../session/checkout-state.ts'
import { withLatinDigits } from './latin-digits.ts'
import type { Mounting } from '../element/mounting.ts'
import type { WalletBuyer } from '../element/messages.ts'
import { buttonView } from '../views/button-view.ts'
import {
  noticeView,
  problemView,
  statusText,
  unpaidView,
  type Surroundings,
} from '../views/progress-view.ts'
import { optionIn } from '../views/total-before.ts'

/**
 * The address as one text, or in parts where the store has named the countries to which it
 * delivers.
 */
function enteredAddress(
  form: CheckoutForm,
): Pick<PayRequest['fulfillment'], 'details' | 'address'> {
  const country = form.findControl('country')?.value
  if (!country) return { details: entryOf(form, 'place') }
  const parts = ADDRESS_FIELDS.filter((field) => isAsked(form, field) && entryOf(form, field)).map(
    (field) => [field, entryOf(form, field)] as const,
  )
  return { address: { country, place: '', ...Object.fromEntries(parts) } }
}

/** What is sent of the form. */
function orderOf(form: CheckoutForm, view: CheckoutView): Omit<PayRequest, 'paymentMethod'> {
  const email = entryOf(form, 'email')
  return {
    customer: {
      name: entryOf(form, 'name'),
      phone: withLatinDigits(entryOf(form, 'phone')),
      ...(email && { email }),
    },
    fulfillment: {
      method: 'DELIVERY',
      option: optionIn(view, form.option())?.id ?? '',
      ...(!form.isCollected() && enteredAddress(form)),
    },
    ...(form.find('#agreed:checked') && { agreedToTerms: true }),
  }
}

/**
 * Puts what a wallet knows of the buyer into the form, as if they had typed it. An address that is
 * one text gets the lines of it.
 */
function enter({ control, find, fill }: CheckoutForm, { address, ...buyer }: WalletBuyer) {
  const { place: street = '', postalCode, city, region, country } = address ?? {}
  const lines = [street, postalCode, city, region, country].filter(Boolean).join('\n')
  const isOneText = control('place').matches('textarea')
  fill({ ...buyer, ...address, ...(address && isOneText && { place: lines }) }, {})
  for (const name of ['country', 'option', ...FIELD_NAMES])
    find(`[name=${name}]`)?.dispatchEvent(new Event('change', { bubbles: true }))
}

/**
 * The words of the last line above the button. They stay nodes, since some are marked as not to be
 * translated.
 */
function lastNotice({ get }: CheckoutForm) {
  const line = get('[data-live=notice] > :last-child p').cloneNode(true) as Element
  const title = line.firstElementChild
  title?.replaceWith(...title.childNodes)
  return [...line.childNodes]
}

/** The form as it is judged and sent, and as it is shown during a payment. */
export function createPayForm({ ui, write, isDisabled }: Mounting, form: CheckoutForm) {
  const { find, get, option } = form

  const total = (view: CheckoutView) => amountsWith(view, option()).total

  const showAddress = (view: CheckoutView) => showAddressFields(view, form)

  function setResting(resting: boolean) {
    get('[data-fields]').inert = resting || isDisabled()
    get('[data-pay]').ariaDisabled = resting ? 'true' : null
  }

  /** Draws what depends on the state and the chosen option. The fields stay as they are. */
  function draw(state: FormState, surroundings?: Surroundings) {
    showAddress(state.view)
    form.drawAmounts(state.view, buttonView(state, ui, total(state.view)))
    write(find('[data-live=problem]'), problemView(state, ui))
    write(find('[data-live=unpaid]'), unpaidView(state, ui))
    write(find('[data-live=notice]'), noticeView(state, ui, surroundings))
    setResting(state.type === 'processing')
  }

  return {
    ...createJudge(ui.t, form),
    option,
    total,
    showAddress,

    totalText: (view: CheckoutView) =>
      html`${ui.t('summary.total')} <bdi translate="no">${ui.money(total(view), view)}</bdi>`,

    order: (view: CheckoutView) => orderOf(form, view),
    enter: (buyer: WalletBuyer) => enter(form, buyer),
    draw,

    /** Lets the form of a session that is over rest until another session replaces it. */
    rest(view: CheckoutView) {
      draw({ type: 'ready', view })
      setResting(true)
    },

    lastNotice: () => lastNotice(form),
    statusText: (state: FormState) => statusText(state, ui, total(state.view)),
  }
}

export type PayForm = ReturnType<typeof createPayForm>
