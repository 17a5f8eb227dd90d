import type { CardField } from '../session/checkout-state.ts'
import type { FrameText } from '../i18n/frame-en.ts'
import { digitsOf } from '../form/latin-digits.ts'
import { codeLength, isAmex, isLuhnValid } from './card-number.ts'
import { isPast, parseExpiry } from './expiry.ts'

export const codeHint = (digits: string) => (isAmex(digits) ? 'code.front' : 'code.back')

/** What is wrong with one field of a card. `digits` are those of its number. */
export function cardProblemOf(
  field: CardField,
  value: string,
  digits: string,
  nowMs = Date.now(),
): FrameText | undefined {
  if (field === 'number') {
    if (!digits) return 'number.missing'
    return isLuhnValid(digits) ? undefined : 'number.wrong'
  }
  if (field === 'cvc')
    return digitsOf(value).length === codeLength(digits) ? undefined : 'code.missing'
  const expiry = parseExpiry(value)
  if (!expiry) return 'expiry.wrong'
  return isPast(expiry, nowMs) ? 'expiry.past' : undefined
}
