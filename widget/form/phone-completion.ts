import type { PhoneResponse } from '../../server/contract/buyer.ts'
import type { CheckoutController } from '../session/checkout-controller.ts'
import type { CheckoutForm } from './checkout-form.ts'

/**
 * Adds the code of the address's country to the phone number. The server knows how. What it cannot
 * complete, or cannot answer now, stays as it was typed.
 */
export function createPhoneCompletion(
  { client }: CheckoutController,
  form: () => CheckoutForm | undefined,
) {
  /** What the buyer typed, and what replaced it: another country completes it anew. */
  let before = { typed: '', shown: '' }

  return async () => {
    const country = form()?.findControl('country')?.value
    const phone = form()?.control('phone')
    if (!country || !phone) return
    const { value: shown } = phone
    const typed = shown === before.shown ? before.typed : shown
    if (!typed || typed.startsWith('+')) return
    const body = JSON.stringify({ phone: typed, country })
    const response = await client.request('phone', { method: 'POST', body }).catch(() => undefined)
    const answer: PhoneResponse | undefined = response?.ok ? await response.json() : undefined
    // The buyer may have typed on meanwhile.
    if (!answer || phone.value !== shown) return
    phone.value = answer.phone
    before = { typed, shown: answer.phone }
  }
}
