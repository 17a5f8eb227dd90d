import { DAYS_UNDER_WAY } from '../../checkout/orders/withdrawal.ts'
import { priceText } from '../../checkout/money.ts'
import * as z from 'zod'
import { type CollectionPoint, type DeliveryOption, DaysUnderWay } from '../../contract/delivery.ts'
import { MAX_AMOUNT } from '../../contract/fields.ts'
import { newName } from '../../contract/names.ts'
import { OptionTranslations } from '../../contract/translations.ts'
import {
  type FieldErrors,
  type FormFields,
  type FormInput,
  fits,
  inputField,
  parseFields,
  selectField,
  textAreaField,
  toLines,
} from '../frame/forms.ts'
import { html } from '../../web/html.ts'
import { readTranslations, translationTexts } from '../frame/fields/translation-fields.ts'
import { countryBoxes, countryFields, tickedCountries } from '../frame/fields/country-boxes.ts'
import { type Money, parsePrice, withLatinDigits } from '../frame/price.ts'

const isText = (maximum: number) => fits(newName(maximum))

const line = (maximum: number, problem: string) =>
  z.string().trim().refine(isText(maximum), problem)

/** Undefined when the field is empty. */
const Days = z
  .string()
  .transform((typed) => (typed.trim() === '' ? undefined : Number(withLatinDigits(typed))))
  .refine(
    (days) => days === undefined || DaysUnderWay.safeParse(days).success,
    'Enter a whole number of days, from 0 to 60.',
  )

const OptionForm = ({ currency, amounts }: Money) =>
  z.object({
    name: line(120, 'Enter a name of 1 to 120 characters.'),
    fee: z.string().transform((text, context) => {
      const most = Math.min(amounts?.maximum ?? MAX_AMOUNT, MAX_AMOUNT)
      const { amount, problem } = parsePrice(text, currency, most)
      if (problem === undefined) return amount
      context.addIssue({ code: 'custom', message: problem })
      return z.NEVER
    }),
    daysUnderWay: Days,
  })

const withDays = (days: number | undefined) => days !== undefined && { daysUnderWay: days }

/** `known`: the countries of the store. */
const DeliveryForm = (money: Money, known: string[]) =>
  OptionForm(money)
    .extend({
      goesTo: z
        .array(z.string())
        .refine(
          (codes) => codes.every((code) => known.includes(code)),
          'You do not deliver to all of these countries any more.',
        ),
    })
    .transform(({ goesTo, daysUnderWay, ...option }) => ({
      ...option,
      ...withDays(daysUnderWay),
      ...(goesTo.length > 0 && { countries: goesTo }),
    }))

const isHours = (text: string) => text === '' || isText(200)(text)

const CollectionForm = (money: Money) =>
  OptionForm(money)
    .extend({
      pointName: line(120, 'Enter the name of the place, of 1 to 120 characters.'),
      pointAddress: z
        .string()
        .transform(toLines)
        .refine(isText(300), 'Enter the address of the place, of 1 to 300 characters.'),
      pointHours: z.string().trim().refine(isHours, 'Shorten the opening hours to 200 characters.'),
    })
    .transform(({ pointName, pointAddress, pointHours, daysUnderWay, ...option }) => ({
      ...option,
      ...withDays(daysUnderWay),
      kind: 'collection' as const,
      place: {
        name: pointName,
        address: pointAddress,
        ...(pointHours !== '' && { hours: pointHours }),
      },
    }))

type Sale = { money: Money; deliveryCountries: string[] }

/** What the form sent says of an option; where it is delivered, nothing of a collection. */
export function parseOption(fields: FormFields, sale: Sale) {
  const problems: FieldErrors = {}
  const read = readTranslations(fields, { of: 'option', errors: problems })
  const translations = OptionTranslations.safeParse(read).data ?? {}
  const { value, errors = {} } = parseFieldsOf(fields, sale)
  if (!value || Object.keys(problems).length > 0) return { errors: { ...errors, ...problems } }
  const isTranslated = Object.keys(translations).length > 0
  return { value: { ...value, ...(isTranslated && { translations }) } }
}

function parseFieldsOf(fields: FormFields, { money, deliveryCountries }: Sale) {
  const { name = '', fee = '', pointName = '', pointAddress = '', pointHours = '' } = fields
  const { daysUnderWay = '' } = fields
  if (fields['kind'] !== 'collection') {
    const goesTo = tickedCountries(fields, 'goesTo')
    return parseFields(DeliveryForm(money, deliveryCountries), { name, fee, daysUnderWay, goesTo })
  }
  const collection = { name, fee, daysUnderWay, pointName, pointAddress, pointHours }
  return parseFields(CollectionForm(money), collection)
}

export const toFields = (
  { name, fee, daysUnderWay, place: point, countries = [], translations }: DeliveryOption,
  currency: string,
): FormFields => ({
  name,
  fee: priceText(fee, currency),
  daysUnderWay: String(daysUnderWay ?? ''),
  ...countryFields(countries, 'goesTo'),
  ...translationTexts(translations),
  ...(point && {
    kind: 'collection',
    pointName: point.name,
    pointAddress: point.address,
    pointHours: point.hours ?? '',
  }),
})

/** On one line. */
export const collectionPointText = ({ name, address, hours }: CollectionPoint) =>
  [name, ...address.split('\n'), hours].filter(Boolean).join(', ')

const namesText = (translations: OptionTranslations) =>
  Object.entries(translations)
    .map(([tag, { name }]) => `${tag}: ${name}`)
    .join('; ')

/** What the log of changes says of an option. */
export const auditedOf = ({
  name,
  fee,
  daysUnderWay,
  place: point,
  countries,
  translations,
}: Omit<DeliveryOption, 'id'>) => ({
  name,
  fee,
  ...withDays(daysUnderWay),
  ...(countries && { countries: countries.join(' ') }),
  ...(translations && { translations: namesText(translations) }),
  ...(point && { collectAt: collectionPointText(point) }),
})

/** Only a store that delivers to several countries has an option for some of them. */
const countriesField = (deliveryCountries: string[], typed: FormInput) =>
  deliveryCountries.length > 1
    ? html`<div class="where">
        ${countryBoxes({
          typed,
          name: 'goesTo',
          legend: 'Where it goes (optional)',
          hint: 'Some of your countries. None: all of them.',
          among: deliveryCountries,
        })}
      </div>`
    : undefined

const collectionFields = (typed: FormInput) =>
  html`<div class="place">
    ${inputField({
      typed,
      name: 'pointName',
      label: 'Where buyers collect it',
      hint: 'The name of the shop or the place.',
      attributes: html`maxlength="120" dir="auto"`,
    })}
    ${textAreaField({
      typed,
      name: 'pointAddress',
      label: 'Address of that place',
      hint: 'Buyers see it before they pay; it goes into the order.',
      attributes: html`rows="3" maxlength="300" dir="auto"`,
    })}
    ${inputField({
      typed,
      name: 'pointHours',
      label: 'Opening hours (optional)',
      hint: 'Such as “Monday to Friday, 9:00 to 18:00”.',
      attributes: html`maxlength="200" dir="auto"`,
    })}
  </div>`

/** One option: its name and its price, where it goes, and where it is collected if it is. */
export const optionFields = (
  { currency, deliveryCountries }: { currency: string; deliveryCountries: string[] },
  typed: FormInput,
) =>
  html`<div class="pair">
      ${inputField({
        typed,
        name: 'name',
        label: 'Name',
        hint: 'Such as “Express, 1–2 days”.',
        attributes: html`maxlength="120" dir="auto" required`,
      })}
      ${inputField({
        typed,
        name: 'fee',
        label: `Price (${currency})`,
        hint: '0 is free.',
        attributes: html`inputmode="decimal" autocomplete="off" required`,
      })}
    </div>
    ${selectField({
      name: 'kind',
      label: 'How buyers get it',
      value: typed.fields?.['kind'] ?? 'delivery',
      options: [
        { value: 'delivery', text: 'Delivery: buyers enter an address' },
        { value: 'collection', text: 'Collection: buyers come to a place of yours' },
      ],
    })}
    ${inputField({
      typed,
      name: 'daysUnderWay',
      label: 'Days under way (optional)',
      hint: `From fulfilment until buyers have it: their days to withdraw begin then, unless you say when it was delivered. Empty: ${DAYS_UNDER_WAY}.`,
      attributes: html`inputmode="numeric" maxlength="2" autocomplete="off"`,
    })}
    ${countriesField(deliveryCountries, typed)} ${collectionFields(typed)}`
