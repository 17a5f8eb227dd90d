import * as z from 'zod'
import { Amount, requiredText, text } from './fields.ts'

export const CollectionPlace = z
  .strictObject({
    name: requiredText(120),
    address: requiredText(300).meta({ description: 'One line, or several.' }),
    hours: requiredText(200).optional().meta({ description: 'When it is open, in free text.' }),
  })
  .meta({ id: 'CollectionPlace', description: 'Where buyers collect what they have bought.' })
export type CollectionPlace = z.infer<typeof CollectionPlace>

/** An option has a `place` exactly when its kind is `collection`. */
export const DeliveryOption = z
  .strictObject({
    id: requiredText(64),
    name: requiredText(120),
    fee: Amount,
    kind: z.enum(['delivery', 'collection']).optional().meta({
      description:
        '`delivery` asks the buyer for an address, `collection` shows the `place` instead. Default: `delivery`.',
    }),
    place: CollectionPlace.optional().meta({ description: 'Of a collection, which needs one.' }),
  })
  .superRefine(({ kind, place }, context) => {
    if (kind === 'collection' && !place)
      context.addIssue({ code: 'custom', path: ['place'], message: 'is required for a collection' })
    if (kind !== 'collection' && place)
      context.addIssue({ code: 'custom', path: ['place'], message: 'belongs to a collection' })
  })
  .meta({ id: 'DeliveryOption' })
export type DeliveryOption = z.infer<typeof DeliveryOption>

const NAMED = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** Groups of countries, and codes that stand for none. */
const NO_COUNTRIES = /^(?:EU|EZ|UN|QO|X[AB]|ZZ)$/

/** Of a country that there is, under its present code: `GB`, not `UK`. */
const isCountry = (code: string) =>
  /^[A-Z]{2}$/.test(code) &&
  !NO_COUNTRIES.test(code) &&
  NAMED.of(code) !== undefined &&
  new Intl.Locale(`und-${code}`).region === code

export const Country = text(2)
  .refine(isCountry, 'must be the ISO 3166-1 code of a country, such as ES')
  .meta({ description: 'ISO 3166-1 alpha-2 code.', example: 'ES' })

export const DeliveryCountries = z
  .array(Country)
  .max(250)
  .refine((codes) => new Set(codes).size === codes.length, 'must not repeat a country')
  .meta({
    description:
      'Where the store delivers to; the first one is preselected. Buyers enter postal code and town in fields of their own, as addresses are there. None, or an empty list: they type the address into one field.',
  })

const AddressField = z.enum(['place', 'postalCode', 'city', 'region'])
export type AddressField = z.infer<typeof AddressField>

export const DeliveryCountry = z
  .strictObject({
    country: Country,
    fields: z.array(AddressField).meta({
      description:
        'What an address there has, in the order in which it is written; `place` alone where the merchant has prefilled it as one text.',
    }),
    optional: z
      .array(AddressField)
      .optional()
      .meta({ description: 'Those of them that may be empty.' }),
  })
  .meta({ id: 'DeliveryCountry', description: 'How an address in a country is entered.' })
export type DeliveryCountry = z.infer<typeof DeliveryCountry>

export const DeliveryAddress = z
  .strictObject({
    country: Country,
    place: requiredText(500).meta({ description: 'Street and number, in lines.' }),
    postalCode: text(120).optional(),
    city: text(120).optional().meta({ description: 'The town.' }),
    region: text(120).optional().meta({ description: 'State, province or what stands for it.' }),
  })
  .meta({
    id: 'DeliveryAddress',
    description: 'An address in parts; `details` of the order is written from it.',
  })
export type DeliveryAddress = z.infer<typeof DeliveryAddress>
