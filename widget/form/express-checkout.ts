import type { CheckoutScreen } from './checkout-screen.ts'
import type { Mounting } from '../element/mounting.ts'
import type { CardAnswer } from '../element/messages.ts'
import type { CheckoutView } from '../../server/contract/buyer.ts'
import { isForm, type FieldProblem } from '../session/checkout-state.ts'
import { expressView } from '../views/express-view.ts'
import { hasFocus } from './form-focus.ts'
import type { MountedForm } from './mounted-form.ts'
import type { AfterPress } from './watch-pointer.ts'

type Parts = { screen: CheckoutScreen; form: MountedForm; afterPress: AfterPress }

/** Says at the box with the wallets what is wrong, or nothing. */
function sayAtBox({ form }: CheckoutScreen, message: string) {
  const error = form?.find('#agreedExpress-error')
  if (!form || !error) return
  error.textContent = message
  form.control('agreedExpress').ariaInvalid = message ? 'true' : null
}

/**
 * Wallets above the form, where the provider has any. Until there is one to pay with they take no
 * room, and a buyer who has begun with the form is left alone.
 */
export function createExpressCheckout(mounting: Mounting, { screen, form, afterPress }: Parts) {
  const { checkout, ui, write } = mounting
  const find = (selector: string) => screen.form?.find<HTMLInputElement>(selector)

  function offer() {
    const isBusy = form.touched.size > 0 || hasFocus(mounting)
    if (!isBusy) find('[data-express]')?.setAttribute('data-shown', '')
  }

  function load(view: CheckoutView) {
    const container = document.createElement('div')
    container.dataset['express'] = ''
    find('[data-fields]')?.prepend(container)
    write(container, expressView(view, ui))
    const [recap, wallets] = [find('.recap'), find('[data-wallets]')]
    if (!recap || !wallets) return
    // Wallets pay at once, so what is bought is directly above them, as it is above Pay.
    wallets.before(recap.cloneNode(true))
    const offered = { title: ui.t('express.title'), onOffer: () => afterPress(offer) }
    form.card.loadWallets(wallets, view, offered)
  }

  return {
    /** Once in a form. */
    show() {
      const { state } = checkout
      if (isForm(state) && state.view.payment.provider === 'stripe' && !find('[data-express]'))
        load(state.view)
    },

    /** The two boxes that agree are one to the buyer. */
    onTyped({ target }: Event) {
      const boxes = [find('#agreed'), find('#agreedExpress')]
      const changed = boxes.find((box) => box === target)
      if (!changed) return
      sayAtBox(screen, '')
      for (const box of boxes) {
        if (!box || box.checked === changed.checked) continue
        box.checked = changed.checked
        box.dispatchEvent(new Event('input', { bubbles: true }))
      }
    },

    /** What keeps a wallet closed. */
    missing(): FieldProblem[] {
      if (!find('#agreedExpress:not(:checked)')) return []
      const message = ui.t('agree.missing')
      sayAtBox(screen, message)
      return [{ field: 'agreedExpress', message }]
    },

    ask: async (): Promise<CardAnswer> =>
      form.card.wallets?.ask({ t: 'wallet' }) ?? { t: 'invalid', id: 0, errors: [] },

    /** The buyer pays by card. */
    close: () => form.card.wallets?.clear(),
  }
}

export type ExpressCheckout = ReturnType<typeof createExpressCheckout>
