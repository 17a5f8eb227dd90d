import * as z from 'zod'
import { CURRENCIES, isCurrency } from '../../../checkout/money.ts'
import { newName } from '../../../contract/names.ts'
import { fits } from '../forms.ts'

const currencyNames = new Intl.DisplayNames('en', { type: 'currency' })

/** Says, for example, "Euro (EUR)". */
export const currencyName = (code: string) => `${currencyNames.of(code)} (${code})`

export const CURRENCY_OPTIONS = CURRENCIES.map((code) => ({
  value: code,
  text: currencyName(code),
})).toSorted((one, other) => one.text.localeCompare(other.text, 'en'))

/** A line of text, trimmed, with the sentence for one that is not right. */
export const line = (sentence: string, isRight: (value: string) => boolean) =>
  z.string(sentence).trim().refine(isRight, sentence)

/** What a form holds of every store. A form that was open before an update has no currency. */
export const nameAndCurrency = (usualCurrency: string) => ({
  currency: z.string().default(usualCurrency).refine(isCurrency, 'Choose a currency of the list.'),
  name: line('Enter a name of 1 to 120 characters.', fits(newName(120))),
})
