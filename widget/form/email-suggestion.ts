import type { EmailSuggestion } from '../../server/contract/buyer-email.ts'
import type { Mounting } from '../element/mounting.ts'
import type { CheckoutForm } from './checkout-form.ts'
import type { AfterPress } from './watch-pointer.ts'

type SuggestionDeps = {
  form: () => CheckoutForm | undefined
  say: (words: unknown) => void
  afterPress: AfterPress
}

/**
 * Asks below the address whether a common one was meant, and fills it in at a press. The server
 * knows these; nobody has to.
 */
export function createEmailSuggestion(
  { checkout: { client }, ui }: Mounting,
  { form, say, afterPress }: SuggestionDeps,
) {
  const hint = document.createElement('button')
  hint.type = 'button'
  hint.className = 'link hint'

  async function findMeant(email: string) {
    const init = { method: 'POST', body: JSON.stringify({ email }) }
    const response = await client.request('email-suggestion', init).catch(() => undefined)
    const answer: EmailSuggestion | undefined = response?.ok ? await response.json() : undefined
    return answer?.email
  }

  /** A wrong address has an error line, and nothing is suggested for it. */
  return async (isRight: boolean) => {
    const control = form()?.control('email')
    if (!control) return
    const { value } = control
    const email = isRight ? await findMeant(value) : undefined
    // An answer may come while something is pressed, or when the field has another address.
    afterPress(() => {
      if (control.value !== value) return
      if (!email) return hint.remove()
      hint.textContent = ui.t('contact.email.meant', { email })
      hint.onclick = () => {
        control.value = email
        for (const type of ['input', 'change'])
          control.dispatchEvent(new Event(type, { bubbles: true, composed: true }))
        control.focus()
        hint.remove()
      }
      control.after(hint)
      say(hint.textContent)
    })
  }
}
