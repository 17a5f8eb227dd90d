import { Country } from '../../contract/delivery.ts'
import { textAreaField } from '../frame/forms.ts'
import { html } from '../frame/html.ts'
import type { SettingForm } from './setting-form.ts'
import type { DeliverySettings } from './settings.ts'

const NAMES = new Intl.DisplayNames('en', { type: 'region' })

const isSame = (one: string, other: string) =>
  one.localeCompare(other, 'en', { sensitivity: 'base' }) === 0

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

const all = LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).filter(
  (code) => Country.safeParse(code).success,
)

/** By the code or the English name; undefined when there is no such country. */
const codeOf = (text: string) =>
  all.find((code) => isSame(code, text)) ?? all.find((code) => isSame(NAMES.of(code) ?? '', text))

/** One on a line, or several with commas between them. */
function parseCountries(typed: string) {
  const texts = typed.split(/[\n,;]/).map((text) => text.trim())
  const codes = texts.filter(Boolean).map((text) => ({ text, code: codeOf(text) }))
  const unknown = codes.filter(({ code }) => code === undefined).map(({ text }) => `“${text}”`)
  if (unknown.length > 0)
    return {
      error: `There is no country ${unknown.join(', ')}. Write names in English, or codes such as ES.`,
    }
  return { countries: [...new Set(codes.flatMap(({ code }) => code ?? []))] }
}

/** Where the store delivers to. */
export const COUNTRIES: SettingForm<DeliverySettings> = {
  page: '/settings/delivery',
  id: 'countries',
  look: 'add',
  title: 'Countries',
  fields: ({ saved, refused }) =>
    textAreaField({
      name: 'countries',
      label: 'Where you deliver to (optional)',
      value:
        refused?.fields['countries'] ??
        saved.deliveryCountries.map((code) => NAMES.of(code)).join('\n'),
      error: refused?.errors['countries'],
      hint: 'One country on a line; the first one is preselected. Buyers then enter postal code, town and what else an address has there in fields of their own. Empty: they type their address into one field.',
      attributes: html`rows="4"`,
    }),
  button: 'Save the countries',
  read({ countries: typed = '' }) {
    const { countries, error } = parseCountries(typed)
    return error === undefined
      ? { change: { deliveryCountries: countries } }
      : { errors: { countries: error } }
  },
  done: 'Saved. Pages that are opened from now on ask this way.',
}
