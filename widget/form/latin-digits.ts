/**
 * Turns Arabic, Persian and full-width digits into 0 to 9: their last four bits are their value.
 */
export const withLatinDigits = (text: string) =>
  text.replace(/[٠-٩۰-۹０-９]/g, (digit) => String(digit.charCodeAt(0) & 15))

export const digitsOf = (text: string) => withLatinDigits(text).replace(/\D/g, '')
