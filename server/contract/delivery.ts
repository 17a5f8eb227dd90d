import * as z from 'zod'
import { Amount, requiredText, seenText, text } from './fields.ts'
import { newName } from './names.ts'
import { OptionTranslations } from './translations.ts'

export const CollectionPoint = z
  .strictObject({
    name: newName(120),
    address: requiredText(300).meta({ description: 'One line, or several.' }),
    hours: requiredText(200).optional().meta({ description: 'When it is open, in free text.' }),
  })
  .meta({ id: 'CollectionPlace', description: 'Where buyers collect what they have bought.' })
export type CollectionPoint = z.infer<typeof CollectionPoint>

const NAMED = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** Codes that the standard names, but which are groups of countries or none. */
const NO_COUNTRIES = /^(?:EU|EZ|UN|QO|X[AB]|ZZ)$/

/** Whether the code names a country today: `GB` does, `UK` does not. */
const isCountry = (code: string) =>
  /^[A-Z]{2}$/.test(code) &&
  !NO_COUNTRIES.test(code) &&
  NAMED.of(code) !== undefined &&
  new Intl.Locale(`und-${code}`).region === code

export const Country = text(2)
  .refine(isCountry, 'must be the ISO 3166-1 code of a country, such as ES')
  .meta({ description: 'ISO 3166-1 alpha-2 code.', example: 'ES' })

const Countries = z
  .array(Country)
  .max(300)
  .refine((codes) => new Set(codes).size === codes.length, 'must not repeat a country')

export const DaysUnderWay = z.int().min(0).max(60)

/** An option has a `place` exactly when its kind is `collection`. */
export const DeliveryOption = z
  .strictObject({
    id: newName(64),
    name: newName(120),
    translations: OptionTranslations.optional(),
    fee: Amount,
    kind: z.enum(['delivery', 'collection']).optional().meta({
      description:
        '`delivery` asks the buyer for an address, `collection` shows the `place` instead. Default: `delivery`.',
    }),
    place: CollectionPoint.optional().meta({ description: 'Of a collection, which needs one.' }),
    countries: Countries.min(1).optional().meta({
      description:
        'Where this option goes, among the `deliveryCountries` of the store. Default: to all of them.',
    }),
    daysUnderWay: DaysUnderWay.optional().meta({
      description:
        'How many days pass from fulfilment until the buyer has the goods. The days to withdraw begin then, for an order without `deliveredAt`. Default: 7.',
    }),
  })
  .superRefine(({ kind, place: point, countries }, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (kind === 'collection' && !point) refuse('place', 'is required for a collection')
    if (kind !== 'collection' && point) refuse('place', 'belongs to a collection')
    if (point && countries) refuse('countries', 'belongs to a delivery')
  })
  .meta({ id: 'DeliveryOption' })
export type DeliveryOption = z.infer<typeof DeliveryOption>

export const DeliveryCountries = Countries.meta({
  description:
    'Where the store delivers; the first one is preselected. Buyers then get the address fields of the country. Without it, or with an empty list, there is one field for the whole address.',
})

const AddressField = z.enum(['place', 'postalCode', 'city', 'region'])
export type AddressField = z.infer<typeof AddressField>

/** What people call a region of a country. */
export const REGION_WORDS = [
  'state',
  'province',
  'prefecture',
  'county',
  'department',
  'emirate',
  'region',
] as const
export type RegionWord = (typeof REGION_WORDS)[number]

export const DeliveryCountry = z
  .strictObject({
    country: Country,
    fields: z.array(AddressField).meta({
      description:
        'The fields of an address in this country, in their order. Only `place` when the merchant has prefilled the address as one text.',
    }),
    optional: z
      .array(AddressField)
      .optional()
      .meta({ description: 'Those of them that may be empty.' }),
    regionWord: z
      .enum(REGION_WORDS)
      .optional()
      .meta({ description: 'What people there call a region, if an address has one.' }),
    phone: z.string().optional().meta({
      description: 'A phone number as one looks there, with the country’s code.',
      example: '+34 612 34 56 78',
    }),
  })
  .meta({ id: 'DeliveryCountry', description: 'How an address in a country is entered.' })
export type DeliveryCountry = z.infer<typeof DeliveryCountry>

export const DeliveryAddress = z
  .strictObject({
    country: Country,
    place: requiredText(500).meta({ description: 'Street and number, in lines.' }),
    postalCode: seenText(120).optional(),
    city: seenText(120).optional().meta({ description: 'The town.' }),
    region: seenText(120)
      .optional()
      .meta({ description: 'State, province or what stands for it.' }),
  })
  .meta({
    id: 'DeliveryAddress',
    description: 'An address in parts; `details` of the order is written from it.',
  })
export type DeliveryAddress = z.infer<typeof DeliveryAddress>
