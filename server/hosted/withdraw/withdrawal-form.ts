import { readBase32 } from '../../auth/random.ts'
import { latinDigits } from '../../checkout/buyers/phone.ts'
import { text } from '../../contract/fields.ts'

/** What the form or a link holds, as it was typed. `link`: the secret part of one that was mailed. */
export type WithdrawalInput = { order: string; contact: string; link: string }

const Field = text(2_048).catch('')

const fieldOf = (fields: object, name: string) => Field.parse(Reflect.get(fields, name)).trim()

export const typedIn = (fields: object): WithdrawalInput => ({
  order: fieldOf(fields, 'order'),
  contact: fieldOf(fields, 'contact'),
  link: fieldOf(fields, 'link'),
})

/**
 * An order number as buyers write and paste it: in small letters, without its hyphen, with an O for
 * a zero, behind a word such as `Order`.
 */
export const orderNumberIn = ({ order }: WithdrawalInput) =>
  readBase32(latinDigits(order))
    .replaceAll(/[^0-9A-Z]/g, '')
    .slice(-10)
    .replace(/^(.{5})(.{5})$/, '$1-$2')
