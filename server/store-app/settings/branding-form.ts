import * as z from 'zod'
import { FONT_SIZES, OUR_LOOK, RADII } from '../../checkout/branding.ts'
import type { FormFields } from '../frame/forms.ts'

/** What a field of the accent takes; nothing is our own. */
export const ACCENT_PATTERN = '(?:#?(?:[0-9A-Fa-f]{3}){1,2})?'

const ACCENT = new RegExp(`^${ACCENT_PATTERN}$`)

function toAccent(typed: string) {
  const digits = typed.replace('#', '').toLowerCase()
  if (digits === '') return null
  return `#${digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits}`
}

const choice = (sentence: string, values: number[]) =>
  z
    .string(sentence)
    .refine((value) => values.map(String).includes(value), sentence)
    .transform(Number)

const COLOUR = 'Enter a colour such as #1f4fd8, or nothing for our own.'

export const BrandingForm = z.object({
  accent: z.string(COLOUR).trim().regex(ACCENT, COLOUR).transform(toAccent),
  radius: choice('Choose corners of the list.', RADII),
  fontSize: choice('Choose a size of the list.', FONT_SIZES),
})

export const toFields = ({ accent, radius, fontSize } = OUR_LOOK): FormFields => ({
  accent: accent ?? '',
  radius: String(radius),
  fontSize: String(fontSize),
})

/** Each in pixels, with a word for ours. */
const options = (values: number[], ours: number) =>
  values.map((value) => ({
    value: String(value),
    text: value === 0 ? 'Square' : `${value} px${value === ours ? ', as we have it' : ''}`,
  }))

export const RADIUS_OPTIONS = options(RADII, OUR_LOOK.radius)
export const FONT_SIZE_OPTIONS = options(FONT_SIZES, OUR_LOOK.fontSize)
