import * as z from 'zod'
import { EmailAddress, PhoneNumber, requiredText } from '../../contract/fields.ts'
import { formatsOf, isolated } from '../frame/formats.ts'

const LANGUAGES = [
  'ar',
  'bg',
  'cs',
  'da',
  'de',
  'de-AT',
  'de-CH',
  'el',
  'en-AU',
  'en-CA',
  'en-GB',
  'en-IE',
  'en-IN',
  'en-US',
  'es',
  'es-MX',
  'fi',
  'fr',
  'fr-CA',
  'he',
  'hi',
  'hu',
  'it',
  'ja',
  'ko',
  'mn',
  'nb',
  'nl',
  'pl',
  'pt-BR',
  'pt-PT',
  'ro',
  'ru',
  'sv',
  'tr',
  'uk',
  'zh-Hans',
]

const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]

const languageNames = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' })

export const ZONE_OPTIONS = ZONES.map((zone) => ({ value: zone, text: zone }))

/** The languages, each with the same amount and the same day as it writes them. */
export const languageOptions = (currency: string) =>
  LANGUAGES.map((language) => {
    const formats = formatsOf({ language, timeZone: 'UTC', currency })
    const examples = [formats.money(123_456), formats.day('2026-11-21')].map(isolated).join(', ')
    return { value: language, text: `${languageNames.of(language)}: ${examples}` }
  }).toSorted((one, other) => one.text.localeCompare(other.text, 'en'))

const fits = (schema: z.ZodType) => (value: string) => schema.safeParse(value).success

const line = (sentence: string, isRight: (value: string) => boolean) =>
  z.string(sentence).trim().refine(isRight, sentence)

/** A field that is left empty becomes null. */
const optionalLine = (sentence: string, isRight: (value: string) => boolean) =>
  line(sentence, (value) => value === '' || isRight(value)).transform((value) =>
    value === '' ? null : value,
  )

export const GeneralForm = z.object({
  name: line('Enter a name of 1 to 120 characters.', fits(requiredText(120))),
  contactEmail: optionalLine(
    'Enter an email address such as help@loom.example, or nothing.',
    fits(EmailAddress),
  ),
  contactPhone: optionalLine(
    'Enter a phone number of 7 to 15 digits such as +34 600 123 456, or nothing.',
    fits(PhoneNumber),
  ),
  language: line('Choose a language of the list.', (value) => LANGUAGES.includes(value)),
  timeZone: line('Choose a time zone of the list.', (value) => ZONES.includes(value)),
  version: z.string().default(''),
})
