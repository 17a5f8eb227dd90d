import { address } from './address.styles.ts'
import { checkout } from './checkout.styles.ts'
import { element } from './element.styles.ts'
import { fieldErrors, fields } from './fields.styles.ts'
import { notice } from './notice.styles.ts'
import { result } from './result.styles.ts'
import { outcomeTokens, tokens } from './tokens.styles.ts'

/** What a merchant's page needs for the form; our own page has all of it in its head. */
export const shadow = tokens + fields + checkout + element

/** And for what comes of it. */
export const shadowOutcomes = outcomeTokens + fieldErrors + address + notice + result
