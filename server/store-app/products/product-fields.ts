import { type FieldErrors, type FormFields, inputField, textAreaField } from '../frame/forms.ts'
import { html } from '../frame/html.ts'
import { priceText } from '../frame/price.ts'

type Filled = { fields: FormFields; errors: FieldErrors }

export const nameField = ({ fields, errors }: Filled) =>
  inputField({
    name: 'name',
    label: 'Name',
    value: fields['name'] ?? '',
    error: errors['name'],
    attributes: html`required maxlength="200" autocomplete="off"`,
  })

export const priceField = ({ fields, errors, currency }: Filled & { currency: string }) =>
  inputField({
    name: 'price',
    label: `Price in ${currency}`,
    value: fields['price'] ?? '',
    error: errors['price'],
    hint: `Such as ${priceText(1990, currency)}`,
    attributes: html`required inputmode="decimal" autocomplete="off"`,
  })

export const descriptionField = ({ fields, errors }: Filled) =>
  textAreaField({
    name: 'description',
    label: 'Description (optional)',
    value: fields['description'] ?? '',
    error: errors['description'],
    attributes: html`maxlength="5000"`,
  })
