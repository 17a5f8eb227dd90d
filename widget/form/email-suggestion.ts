import type { EmailSuggestion } from '../../server/contract/buyer-email.ts'
import type { Mounting } from '../mount/mounting.ts'
import type { CheckoutForm } from './checkout-form.ts'

/** Asks below the address whether a common one was meant. The server knows these; nobody has to. */
export function createEmailSuggestion(
  { checkout: { client }, ui }: Mounting,
  { form, say }: { form: () => CheckoutForm | undefined; say: (words: unknown) => void },
) {
  const hint = document.createElement('p')
  hint.className = 'hint'

  return async () => {
    const control = form()?.control('email')
    if (!control) return
    const body = JSON.stringify({ email: control.value })
    const init = { method: 'POST', body }
    const response = await client.request('email-suggestion', init).catch(() => undefined)
    const answer: EmailSuggestion | undefined = response?.ok ? await response.json() : undefined
    const email = answer?.email
    hint.textContent = email ? ui.t('contact.email.meant', { email }) : ''
    control.after(hint)
    say(hint.textContent)
  }
}
