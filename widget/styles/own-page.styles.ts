import { address } from './address.styles.ts'
import { buy } from './buy.styles.ts'
import { checkout } from './checkout.styles.ts'
import { collection } from './collection.styles.ts'
import { fieldErrors, fields } from './fields.styles.ts'
import { fold } from './fold.styles.ts'
import { form } from './form.styles.ts'
import { guarantee, guaranteePage } from './guarantee.styles.ts'
import { notice } from './notice.styles.ts'
import { page, plainPages, receiptPage } from './page.styles.ts'
import { result } from './result.styles.ts'
import { outcomeTokens, tokens } from './tokens.styles.ts'

const formPage = tokens + fields + checkout + form + page
const fullForm = formPage + address + collection + fold + guarantee + guaranteePage

/**
 * The sheet in the head of our own page, by what the page shows first. Each has only what that
 * needs, since the first paint waits for it. The script adds `outcomes` behind it.
 */
export const OWN_PAGE = {
  form: formPage,
  fullForm,
  result: tokens + outcomeTokens + fields + checkout + result + page + receiptPage,
  /** For a form with a message, and for every page that no script takes over. */
  both: fullForm + outcomeTokens + fieldErrors + notice + result + receiptPage + plainPages,
  buy: formPage + outcomeTokens + fieldErrors + notice + guarantee + buy,
}
