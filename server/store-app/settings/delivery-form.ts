import type { Request } from 'express'
import * as z from 'zod'
import type { CollectionPlace, DeliveryOption } from '../../contract/delivery.ts'
import { requiredText } from '../../contract/fields.ts'
import type { DeliverySettings } from './settings.ts'
import {
  type FieldErrors,
  type FormFields,
  inputField,
  parseFields,
  selectField,
  textAreaField,
  toLines,
} from '../frame/forms.ts'
import { html } from '../frame/html.ts'
import { parsePrice, priceText } from '../frame/price.ts'
import { type StoreAppContext, type Viewer, actorOf } from '../frame/store-app-context.ts'

/** Said to whoever sends a form after somebody else has changed the options. */
export const OUTDATED = 'Somebody else has changed the options meanwhile.'

const isText = (maximum: number) => (value: string) =>
  requiredText(maximum).safeParse(value).success

const line = (maximum: number, problem: string) =>
  z.string().trim().refine(isText(maximum), problem)

const OptionForm = (currency: string) =>
  z.object({
    name: line(120, 'Enter a name of 1 to 120 characters.'),
    fee: z.string().transform((text, context) => {
      const { amount, problem } = parsePrice(text, currency)
      if (problem === undefined) return amount
      context.addIssue({ code: 'custom', message: problem })
      return z.NEVER
    }),
  })

const isHours = (text: string) => text === '' || isText(200)(text)

const CollectionForm = (currency: string) =>
  OptionForm(currency)
    .extend({
      placeName: line(120, 'Enter the name of the place, of 1 to 120 characters.'),
      placeAddress: z
        .string()
        .transform(toLines)
        .refine(isText(300), 'Enter the address of the place, of 1 to 300 characters.'),
      placeHours: z.string().trim().refine(isHours, 'Shorten the opening hours to 200 characters.'),
    })
    .transform(({ placeName, placeAddress, placeHours, ...option }) => ({
      ...option,
      kind: 'collection' as const,
      place: {
        name: placeName,
        address: placeAddress,
        ...(placeHours !== '' && { hours: placeHours }),
      },
    }))

/** What the form sent says of an option; where it is delivered, nothing of a place. */
export function parseOption(fields: FormFields, currency: string) {
  const { name = '', fee = '', placeName = '', placeAddress = '', placeHours = '' } = fields
  if (fields['kind'] !== 'collection') return parseFields(OptionForm(currency), { name, fee })
  const collection = { name, fee, placeName, placeAddress, placeHours }
  return parseFields(CollectionForm(currency), collection)
}

export const toFields = ({ name, fee, place }: DeliveryOption, currency: string): FormFields => ({
  name,
  fee: priceText(fee, currency),
  ...(place && {
    kind: 'collection',
    placeName: place.name,
    placeAddress: place.address,
    placeHours: place.hours ?? '',
  }),
})

/** On one line. */
export const placeText = ({ name, address, hours }: CollectionPlace) =>
  [name, ...address.split('\n'), hours].filter(Boolean).join(', ')

/** What the log of changes says of an option. */
export const toldOf = ({ name, fee, place }: Omit<DeliveryOption, 'id'>) => ({
  name,
  fee,
  ...(place && { collectAt: placeText(place) }),
})

type Typed = { fields?: FormFields | undefined; errors?: FieldErrors | undefined }

/** One option: its name and its price, and where it is collected if it is. */
export const optionFields = (currency: string, { fields = {}, errors }: Typed) =>
  html`<div class="pair">
      ${inputField({
        name: 'name',
        label: 'Name',
        value: fields['name'] ?? '',
        error: errors?.['name'],
        hint: 'Such as “Express, 1–2 days”.',
        attributes: html`maxlength="120" dir="auto" required`,
      })}
      ${inputField({
        name: 'fee',
        label: `Price (${currency})`,
        value: fields['fee'] ?? '',
        error: errors?.['fee'],
        hint: '0 is free.',
        attributes: html`inputmode="decimal" autocomplete="off" required`,
      })}
    </div>
    ${selectField({
      name: 'kind',
      label: 'How buyers get it',
      value: fields['kind'] ?? 'delivery',
      options: [
        { value: 'delivery', text: 'Delivery: buyers enter an address' },
        { value: 'collection', text: 'Collection: buyers come to a place of yours' },
      ],
    })}
    <div class="place">
      ${inputField({
        name: 'placeName',
        label: 'Where buyers collect it',
        value: fields['placeName'] ?? '',
        error: errors?.['placeName'],
        hint: 'The name of the shop or the place.',
        attributes: html`maxlength="120" dir="auto"`,
      })}
      ${textAreaField({
        name: 'placeAddress',
        label: 'Address of that place',
        value: fields['placeAddress'] ?? '',
        error: errors?.['placeAddress'],
        hint: 'Buyers see it before they pay; it goes into the order.',
        attributes: html`rows="3" maxlength="300" dir="auto"`,
      })}
      ${inputField({
        name: 'placeHours',
        label: 'Opening hours (optional)',
        value: fields['placeHours'] ?? '',
        error: errors?.['placeHours'],
        hint: 'Such as “Monday to Friday, 9:00 to 18:00”.',
        attributes: html`maxlength="200" dir="auto"`,
      })}
    </div>`

type Change = {
  viewer: Viewer
  /** What the member was looking at. */
  seen: DeliverySettings
  options: DeliveryOption[]
  details: Record<string, unknown>
}

/** False when somebody else has changed the options since `seen`. */
export const changeDelivery = (
  { records }: StoreAppContext,
  request: Request,
  { viewer, seen, options, details }: Change,
) =>
  records.settings.changeDelivery(viewer.store.id, {
    options,
    version: seen.version,
    details,
    actor: actorOf(viewer, request),
  })
