import { text } from '../../contract/fields.ts'
import type { OrderDetails } from './order-details.ts'
import type { FieldErrors, FormFields } from '../frame/forms.ts'
import { parsePrice, priceText } from '../frame/price.ts'
import type { Viewer } from '../frame/store-app-context.ts'

const MAX_REASON = 500

const Reason = text(MAX_REASON)

/** What was asked for on the form, `amount` in the minor unit. */
export type AskedRefund = { amount: number; returnedUnits: number; reason: string | null }

/** How much of an order can be refunded, and how many of its units can go back into stock. */
export const leftOf = ({ amountTotal, refunded, quantity, returned }: OrderDetails) => ({
  amount: Math.max(0, amountTotal - refunded),
  units: quantity - returned,
})

type Limits = ReturnType<typeof leftOf>

/** The form's fields, or one sentence for each that is not right. `left`: how much there may be. */
export function parseRefund(
  fields: FormFields,
  { currency, left, viewer }: { currency: string; left: Limits; viewer: Viewer },
): { value: AskedRefund; errors?: undefined } | { value?: undefined; errors: FieldErrors } {
  const errors: FieldErrors = {}
  const { amount = 0 } = parsePrice(fields['amount'] ?? '', currency, left.amount)
  if (amount === 0) errors['amount'] = amountProblem(left.amount, { currency, viewer })
  const units = fields['units'] ?? '0'
  const returnedUnits = /^\d{1,3}$/.test(units) ? Number(units) : -1
  if (returnedUnits < 0 || returnedUnits > left.units) errors['units'] = unitsProblem(left.units)
  const reason = (fields['reason'] ?? '').trim()
  if (!Reason.safeParse(reason).success)
    errors['reason'] = `Shorten the reason to ${MAX_REASON} characters.`
  return Object.keys(errors).length > 0
    ? { errors }
    : { value: { amount, returnedUnits, reason: reason === '' ? null : reason } }
}

export const amountProblem = (
  left: number,
  { currency, viewer: { formats } }: { currency: string; viewer: Viewer },
) => `Enter an amount up to ${formats.money(left, currency)}, such as ${priceText(left, currency)}.`

export const unitsProblem = (left: number) => `Enter a number of units from 0 to ${left}.`
