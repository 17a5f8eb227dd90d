export type Brand = 'visa' | 'mastercard' | 'amex' | 'discover' | ''

const BRANDS: readonly [Brand, RegExp][] = [
  ['visa', /^4/], ['mastercard', /^(5[1-5]|2[2-7])/], ['amex', /^3[47]/], ['discover', /^6(011|4[4-9]|5)/],
]

/** What stands at the end of the field: short enough for the narrowest of them. */
export const BRAND_MARKS: Readonly<Record<Brand, string>> = {
  visa: 'VISA', mastercard: 'MC', amex: 'AMEX', discover: 'DISC', '': '',
}

export const brandOf = (digits: string): Brand => BRANDS.find(([, pattern]) => pattern.test(digits))?.[0] ?? ''

/** In the groups that stand on the card: 4-6-5 for American Express, fours for all others. */
export const formatNumber = (digits: string) =>
  brandOf(digits) === 'amex'
    ? [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10, 15)].filter(Boolean).join(' ')
    : (digits.slice(0, 19).match(/.{1,4}/g) ?? []).join(' ')

/** Where the caret belongs in the formatted number, after as many digits as stood before it. */
export function caretAfter(formatted: string, digitCount: number): number {
  let position = 0
  for (let seen = 0; seen < digitCount && position < formatted.length; position++) if (formatted[position] !== ' ') seen++
  return position
}

/** ISO/IEC 7812-1 annex B. */
export function isLuhnValid(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 + 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return digits.length >= 12 && digits.length <= 19 && sum % 10 === 0
}

export const codeLength = (brand: Brand) => (brand === 'amex' ? 4 : 3)
