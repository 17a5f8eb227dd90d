import { FIELD_NAMES, problemOf } from '../../widget/buyer-fields.ts'
import type { AskedName, FieldProblem } from '../../widget/checkout-state.ts'
import { withLatinDigits } from '../../widget/latin-digits.ts'
import type { Ui } from '../../widget/views/ui.ts'
import type { CheckoutView } from '../contract/buyer.ts'
import type { Draft } from '../web/drafts.ts'

/** What a plain form holds: each field once, or not at all. */
type Sent = Record<string, unknown>

/** As text, without the one character that the record does not take. */
export const sentText = (sent: Sent, name: string) => {
  const value = sent[name]
  return typeof value === 'string' ? value.replaceAll('\0', '') : ''
}

/** The form as the buyer filled it in, by the same rules as the script has, and what is wrong in it. */
export function readDetails(
  sent: Sent,
  { view, ui }: { view: CheckoutView; ui: Ui },
): { details: Omit<Draft, 'receiptKey'>; problems: FieldProblem[] } {
  const entry = (field: AskedName) => sentText(sent, field).trim()
  const email = entry('email')
  const [first] = view.deliveryOptions
  const chosen = view.deliveryOptions.find(({ id }) => id === sentText(sent, 'option')) ?? first
  const names: AskedName[] = [
    ...FIELD_NAMES,
    ...(view.store.seller?.mustAgree ? (['agreed'] as const) : []),
  ]
  const problems = names.flatMap((field) => {
    // The form has the field all the same, and nobody delivers there.
    const isNeeded = field !== 'place' || !chosen?.place
    const message = isNeeded ? problemOf(field, entry(field), ui.t) : undefined
    return message === undefined ? [] : [{ field, message }]
  })
  const details = {
    customer: {
      name: entry('name'),
      phone: withLatinDigits(entry('phone')),
      ...(email !== '' && { email }),
    },
    fulfillment: {
      method: 'DELIVERY' as const,
      option: chosen?.id ?? '',
      details: entry('place').replaceAll('\r\n', '\n'),
    },
    ...(entry('agreed') !== '' && { agreedToTerms: true }),
  }
  return { details, problems }
}

/** The view with what was typed where else the merchant's own suggestions stand. */
export const withDetails = (
  view: CheckoutView,
  { customer, fulfillment }: Omit<Draft, 'receiptKey'>,
): CheckoutView => ({ ...view, customer: { ...customer, details: fulfillment.details ?? '' } })
