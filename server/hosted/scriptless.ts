import { type TemplateResult, html } from 'lit/html.js'
import type { FormState } from '../../widget/checkout-state.ts'
import type { Language } from '../../widget/i18n/language.ts'
import type { Ui } from '../../widget/views/ui.ts'

type Ways = {
  texts: Language['page']
  /** Whether a card may come with a plain form of ours. */
  takesPlainCards: boolean
  /** The address with what the buyer has typed, which would be lost on the way. */
  withDraft?: ((address: string) => string) | undefined
}

/** What stands instead of a form that cannot be sent. */
const instead = (text: string, link?: { href: string; text: string }) =>
  html`<p class="notice warning noscript instead">
    ${text}${link ? html` <a href=${link.href}>${link.text}</a>` : ''}
  </p>`

/**
 * How the buyer goes on without script: to a page that asks for the card, to the bank, or to another
 * look at how the payment went.
 */
export function scriptlessOf(
  state: FormState,
  { t }: Ui,
  { texts, takesPlainCards, withDraft = (address) => address }: Ways,
): TemplateResult {
  if (state.type === 'processing')
    return instead(texts.waiting, {
      href: state.action ? withDraft(state.action.url) : '',
      text: t(state.action ? 'payment.bank.open' : 'payment.check'),
    })
  return takesPlainCards
    ? html`<button class="pay noscript">${texts.onward}</button>`
    : instead(texts.impossible.replace('{store}', () => state.view.store.name))
}
