import { checkout } from './checkout.styles.ts'
import { element } from './element.styles.ts'
import { fields } from './fields.styles.ts'
import { result } from './result.styles.ts'
import { tokens } from './tokens.styles.ts'

/** Everything a merchant's page needs; our own page has it in its head. */
export const shadow = tokens + fields + checkout + result + element
