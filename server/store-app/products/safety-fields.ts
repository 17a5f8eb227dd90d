import { ProductSafety, SAFETY_LENGTHS } from '../../contract/product-safety.ts'
import {
  type FieldErrors,
  type FormFields,
  type FormInput,
  parseFields,
  textAreaField,
  toLines,
} from '../frame/forms.ts'
import { foldedView } from '../frame/sections.ts'
import { html } from '../../web/html.ts'

export const SAFETY_FIELDS = [
  'manufacturer',
  'responsiblePerson',
  'identification',
  'warnings',
] as const
type SafetyField = (typeof SAFETY_FIELDS)[number]

export const SAFETY_LABELS: Record<SafetyField, string> = {
  manufacturer: 'Manufacturer',
  responsiblePerson: 'Responsible person in the European Union',
  identification: 'Identification',
  warnings: 'Warnings',
}

const HINTS: Record<SafetyField, string> = {
  manufacturer: 'Name, postal address and email address.',
  responsiblePerson: 'The same, for a manufacturer outside of the Union.',
  identification: 'Such as model or batch.',
  warnings: 'In the language of your buyers.',
}

export const safetyFields = (typed: FormInput) =>
  foldedView(typed, { summary: 'Product safety (optional)', names: SAFETY_FIELDS }, [
    html`<p class="hint">
      Buyers read it on the product’s page. The European Union asks for it with most products.
    </p>`,
    ...SAFETY_FIELDS.map((name) =>
      textAreaField({
        typed,
        name,
        label: SAFETY_LABELS[name],
        hint: HINTS[name],
        attributes: html`rows="2" maxlength="${SAFETY_LENGTHS[name]}" dir="auto"`,
      }),
    ),
  ])

export const safetyTexts = (safety: ProductSafety | null): FormFields =>
  Object.fromEntries(SAFETY_FIELDS.map((name) => [name, safety?.[name] ?? '']))

/** Null when all fields are empty. Problems go into `errors`. */
export function readSafety(fields: FormFields, errors: FieldErrors): ProductSafety | null {
  const texts = SAFETY_FIELDS.map((name) => [name, toLines(fields[name] ?? '')] as const)
  const typed = Object.fromEntries(texts.filter(([, text]) => text !== ''))
  if (Object.keys(typed).length === 0) return null
  const { value, errors: wrong = {} } = parseFields(ProductSafety, typed)
  for (const name of SAFETY_FIELDS) {
    if (!wrong[name]) continue
    const otherwise = name === 'manufacturer' ? 'leave the other texts empty, too' : 'nothing'
    errors[name] = `Enter 1 to ${SAFETY_LENGTHS[name]} characters, or ${otherwise}.`
  }
  return value ?? null
}
