import { languageOf } from '../../../widget/i18n/catalogues.ts'
import { directionOf } from '../../../widget/i18n/translate.ts'
import type { RedirectMethod } from '../../contract/fields.ts'
import { amountsOf } from '../../checkout/sessions/pricing.ts'
import { METHOD_NAMES } from '../../checkout/payments/redirect-methods.ts'
import type { Quote } from '../../checkout/sessions/session.ts'
import { quoteIn } from '../../checkout/sessions/words-in.ts'
import { html, styleSheet, unsafeHtml } from '../../web/html.ts'
import type { FramePage } from '../../web/answers/frame-page.ts'
import { toStripeAmount } from './stripe-currencies.ts'

type StripeFrame = FramePage & {
  publishableKey: string
  scriptUrl: string
  quote: Quote
  /** Methods that are offered beside cards. */
  methods: RedirectMethod[]
  /** Where the store delivers to. Empty: everywhere. */
  countries: string[]
}

/** The total with each delivery option in Stripe's units: the server's amounts, never a page's. */
const amountsBy = ({ quote }: StripeFrame) =>
  Object.fromEntries(
    quote.deliveryOptions.map((option) => [
      option.id,
      toStripeAmount(amountsOf(quote, option).total, quote.currency),
    ]),
  )

/** What a wallet offers of the options that deliver. */
const ratesOf = ({ quote, language }: StripeFrame) =>
  quoteIn(quote, language)
    .deliveryOptions.filter((option) => !option.place)
    .map(({ id, name, fee, countries }) => ({
      id,
      displayName: name,
      amount: toStripeAmount(fee, quote.currency),
      countries,
    }))
    .filter(({ amount }) => amount !== undefined)

const radio = (method: string, name: string, isChecked: boolean) =>
  html`<label><input type="radio" name="method" value="${method}"${isChecked ? ' checked' : ''}>${name}</label>`

/** Empty for a store that takes only cards. */
function methodsHtml({ methods, language }: StripeFrame) {
  if (methods.length === 0) return ''
  const { stripe } = languageOf(language)
  const others = methods.map((method) => radio(method, METHOD_NAMES[method], false))
  return html`<fieldset id="methods"><legend>${stripe['method.title']}</legend>
${radio('card', stripe['method.card'], true)}${others}</fieldset>
<div id="elsewhere" class="hint">${stripe['method.leave']}</div>
<div id="blik"><label for="code">${stripe['method.blik']}</label>
<input id="code" inputmode="numeric" autocomplete="one-time-code" maxlength="9" aria-describedby="code-hint code-error" data-missing="${stripe['method.blik.missing']}">
<div class="hint" id="code-hint">${stripe['method.blik.hint']}</div>
<div class="error" id="code-error"></div></div>
`
}

/** Stripe's card fields (payments §7). Deferred scripts keep their order: Stripe's comes first. */
export function renderStripeFrame(page: StripeFrame): string {
  const { language } = page
  const { form, stripe } = languageOf(language)
  const { script, styles } = page.assets.framePage('stripe-frame')
  return html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<meta charset="utf-8">
<title>${form['card.frame']}</title>
<style nonce="${page.nonce}">${styleSheet(styles)}</style>
<script src="${page.scriptUrl}" nonce="${page.nonce}" defer></script>
<body data-origins="${page.parentOrigins.join(' ')}" data-publishable-key="${page.publishableKey}"
 data-check="${stripe['card.check']}" data-currency="${page.quote.currency.toLowerCase()}" data-amounts="${JSON.stringify(amountsBy(page))}"
 data-rates="${JSON.stringify(ratesOf(page))}"${page.countries.length > 0 ? html` data-countries="${page.countries.join(' ')}"` : ''}>
<div id="wallets" class="none"><div id="express"></div><p>${stripe['card.or']}</p></div>
${methodsHtml(page)}<div id="card"></div>
<script type="module" nonce="${page.nonce}">${unsafeHtml(script)}</script>
`.text
}
