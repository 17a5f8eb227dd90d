import { address } from './address.styles.ts'
import { checkout } from './checkout.styles.ts'
import { fieldErrors, fields } from './fields.styles.ts'
import { form } from './form.styles.ts'
import { notice } from './notice.styles.ts'
import { page } from './page.styles.ts'
import { result } from './result.styles.ts'
import { outcomeTokens, tokens } from './tokens.styles.ts'

const formPage = tokens + fields + checkout + form + address + page

/**
 * What our own page has in its head, by what it shows first: each as little as that needs, since the
 * first paint waits for it. The script adds what comes of a form (`outcomes`), behind these.
 */
export const OWN_PAGE = {
  form: formPage,
  result: tokens + outcomeTokens + fields + checkout + result + page,
  /** A form with what came of it, and every page that no script takes over. */
  both: formPage + outcomeTokens + fieldErrors + notice + result,
}
