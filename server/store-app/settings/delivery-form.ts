import type { Request } from 'express'
import * as z from 'zod'
import type { DeliveryOption } from '../../contract/buyer.ts'
import { requiredText } from '../../contract/fields.ts'
import type { DeliverySettings } from './settings.ts'
import { type FieldErrors, type FormFields, inputField, parseFields } from '../frame/forms.ts'
import { html } from '../frame/html.ts'
import { parsePrice, priceText } from '../frame/price.ts'
import { type StoreAppContext, type Viewer, actorOf } from '../frame/store-app-context.ts'

/** Said to whoever sends a form after somebody else has changed the options. */
export const OUTDATED = 'Somebody else has changed the options meanwhile.'

const OptionName = z
  .string()
  .trim()
  .refine(
    (name) => requiredText(120).safeParse(name).success,
    'Enter a name of 1 to 120 characters.',
  )

const OptionForm = (currency: string) =>
  z.object({
    name: OptionName,
    fee: z.string().transform((text, context) => {
      const { amount, problem } = parsePrice(text, currency)
      if (problem === undefined) return amount
      context.addIssue({ code: 'custom', message: problem })
      return z.NEVER
    }),
  })

export const parseOption = ({ name = '', fee = '' }: FormFields, currency: string) =>
  parseFields(OptionForm(currency), { name, fee })

export const toFields = ({ name, fee }: DeliveryOption, currency: string): FormFields => ({
  name,
  fee: priceText(fee, currency),
})

type Typed = { fields?: FormFields | undefined; errors?: FieldErrors | undefined }

/** The name and the price of one option. */
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
