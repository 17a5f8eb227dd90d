import { withLatinDigits } from '../frame/price.ts'

type Parsed = { delta: number; problem?: undefined } | { delta?: undefined; problem: string }

const MAX_DELTA = 1_000_000

/**
 * "+5" or "-2". The sign has to be written: a number alone may be meant as the count that there is.
 */
export function parseStockChange(text: string): Parsed {
  const written = withLatinDigits(text).replaceAll(/\s/g, '').replace(/^[−–]/, '-')
  if (/^\d+$/.test(written))
    return {
      problem: `Write +${written} to add ${written}, or -${written} to take ${written} away.`,
    }
  if (!/^[+-]\d+$/.test(written))
    return { problem: 'Write the change as a whole number with its sign, such as +5 or -2.' }
  const delta = Number(written)
  if (delta === 0) return { problem: 'A change of 0 changes nothing.' }
  return Math.abs(delta) > MAX_DELTA
    ? { problem: 'Change the stock by 1,000,000 at most at once.' }
    : { delta }
}
