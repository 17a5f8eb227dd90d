/** Each brand has the id of its mark. */
const BRANDS = { VISA: /^4/, MC: /^(5[1-5]|2[2-7])/, AMEX: /^3[47]/ }

export const brandOf = (digits: string) =>
  Object.entries(BRANDS).find(([, beginning]) => beginning.test(digits))?.[0] ?? ''

export const isAmex = (digits: string) => BRANDS.AMEX.test(digits)

/**
 * Puts the digits into the groups that are on the card: 4-6-5 for American Express, fours for all
 * others.
 */
export const formatNumber = (digits: string) => {
  const [longest, breaks] = isAmex(digits)
    ? ([15, /(?<=^.{4}|^.{10})(?=.)/g] as const)
    : ([19, /(?<=^(.{4})+)(?=.)/g] as const)
  return digits.slice(0, longest).replace(breaks, ' ')
}

/** The check digit of ISO/IEC 7812-1, annex B. */
export function isLuhnValid(digits: string): boolean {
  // Every second digit counts twice, and nine less when that has two digits.
  const sum = [...digits]
    .reverse()
    .reduce(
      (total, digit, index) => total + Number(index % 2 ? '0246813579'[Number(digit)] : digit),
      0,
    )
  return /^\d{12,19}$/.test(digits) && sum % 10 === 0
}

export const codeLength = (digits: string) => (isAmex(digits) ? 4 : 3)
