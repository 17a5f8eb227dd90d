import * as z from 'zod'
import { EmailAddress } from '../../contract/fields.ts'
import { isCurrency } from '../../checkout/money.ts'
import { newName } from '../../contract/names.ts'
import { PhoneNumber } from '../../contract/phone.ts'
import { fits } from '../frame/forms.ts'
import { formatsOf, isolated } from '../frame/formats.ts'
import { line, nameAndCurrency } from '../frame/fields/name-and-currency.ts'
import { isTimeZone } from '../frame/time-zones.ts'
import { parsePrice } from '../frame/price.ts'
import { STORE_FIELDS } from '../../checkout/stores/store-fields.ts'
import { GENERAL_FIELDS, type GeneralField } from './settings.ts'
import { WithdrawalChoice } from './withdrawal-field.ts'

const LANGUAGES = `
  ar bg cs da de de-AT de-CH el en-AU en-CA en-GB en-IE en-IN en-US es es-MX fi fr fr-CA he hi
  hu it ja ko mn nb nl pl pt-BR pt-PT ro ru sv tr uk zh-Hans
`
  .trim()
  .split(/\s+/)

const languageNames = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' })

/** The languages, each with the same amount and the same day as it writes them. */
export const languageOptions = (currency: string) =>
  LANGUAGES.map((language) => {
    const formats = formatsOf({ language, timeZone: 'UTC', currency })
    const examples = [formats.money(123_456), formats.day('2026-11-21')].map(isolated).join(', ')
    return { value: language, text: `${languageNames.of(language)}: ${examples}` }
  }).toSorted((one, other) => one.text.localeCompare(other.text, 'en'))

/** A field that is left empty becomes null. */
const optionalLine = (sentence: string, isRight: (value: string) => boolean) =>
  line(sentence, (value) => value === '' || isRight(value)).transform((value) =>
    value === '' ? null : value,
  )

const choice = z
  .string()
  .optional()
  .transform((value) => value === 'yes')

type Switch = {
  [Name in GeneralField]: (typeof STORE_FIELDS)[Name]['kind'] extends 'flag' ? Name : never
}[GeneralField]

export const SWITCHES = GENERAL_FIELDS.filter(
  (name): name is Switch => STORE_FIELDS[name].kind === 'flag',
)

const switches = Object.fromEntries(SWITCHES.map((name) => [name, choice])) as Record<
  Switch,
  typeof choice
>

/** In the minor unit; null where the field is left empty. */
const optionalSum = (currency: string) =>
  z
    .string()
    .trim()
    .default('')
    .transform((typed, context) => {
      if (typed === '') return null
      const { amount, problem } = parsePrice(typed, currency)
      if (amount === undefined) context.addIssue(problem)
      return amount ?? null
    })

/** `saved`: the store's currency. `wanted`: the one that was sent, of which the sum is. */
export const generalForm = (saved: string, wanted = saved) =>
  z.object({
    ...nameAndCurrency(saved),
    contactEmail: optionalLine(
      'Enter an email address such as help@loom.example, or nothing.',
      fits(EmailAddress),
    ),
    contactPhone: optionalLine(
      'Enter a phone number of 7 to 15 digits such as +34 600 123 456, or nothing.',
      fits(PhoneNumber),
    ),
    language: line('Choose a language of the list.', (value) => LANGUAGES.includes(value)),
    timeZone: line('Choose a time zone of the list.', isTimeZone),
    nextStep: optionalLine(
      'Enter one line of at most 200 characters, or nothing.',
      (value) => fits(newName(200))(value) && !/\p{Cc}/u.test(value),
    ).prefault(''),
    ...switches,
    withdrawals: WithdrawalChoice,
    statementName: optionalLine(
      'Enter 2 to 10 Latin letters, digits, spaces, dots or dashes with a letter among them, or nothing.',
      (value) => /^(?=.*[A-Za-z])[A-Za-z\d .-]{2,10}$/.test(value),
    ).prefault(''),
    confirmRefundsAbove: optionalSum(isCurrency(wanted) ? wanted : saved),
    version: z.string().default(''),
  })
