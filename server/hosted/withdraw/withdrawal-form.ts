import type { WithdrawalClaim } from '../../checkout/withdrawal.ts'
import { text } from '../../contract/fields.ts'

/** What the form holds, as it was typed. */
export type Typed = { order: string; contact: string }

const Field = text(254).catch('')

const fieldOf = (fields: object, name: string) => Field.parse(Reflect.get(fields, name)).trim()

export const typedIn = (fields: object): Typed => ({
  order: fieldOf(fields, 'order'),
  contact: fieldOf(fields, 'contact'),
})

/** Crockford's base32 reads letters that look like digits as these. */
const ALIKE: Record<string, string> = { I: '1', L: '1', O: '0' }

/** An order number as buyers write it: in small letters, without its hyphen, with an O for a zero. */
export const toClaim = ({ order, contact }: Typed): WithdrawalClaim => ({
  orderNumber: order
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll(/[ILO]/g, (letter) => ALIKE[letter] ?? letter)
    .replace(/^(.{5})(.{5})$/, '$1-$2'),
  contact,
})
