import { readBase32 } from '../../auth/random.ts'
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

/** An order number as buyers write it: in small letters, without its hyphen, with an O for a zero. */
export const toClaim = ({ order, contact }: Typed): WithdrawalClaim => ({
  orderNumber: readBase32(order.normalize('NFKC'))
    .replaceAll(/[^0-9A-Z]/g, '')
    .replace(/^(.{5})(.{5})$/, '$1-$2'),
  contact,
})
