import { address } from './address.styles.ts'
import { bank } from './bank.styles.ts'
import { checkout } from './checkout.styles.ts'
import { collection } from './collection.styles.ts'
import { element } from './element.styles.ts'
import { express } from './express.styles.ts'
import { fieldErrors, fields } from './fields.styles.ts'
import { fold } from './fold.styles.ts'
import { form } from './form.styles.ts'
import { guarantee } from './guarantee.styles.ts'
import { notice } from './notice.styles.ts'
import { result } from './result.styles.ts'
import { outcomeTokens, tokens } from './tokens.styles.ts'

/** What the form needs in a merchant's page. */
export const shadow = tokens + fields + checkout + form + collection + fold + guarantee + element

const shadows = [
  'bg',
  'surface',
  'text',
  'muted',
  'control',
  'line',
  'fill',
  'label',
  'focus',
  'danger',
  'success',
]
  .map((token) => `0 0 var(--_hc-${token})`)
  .join()

/**
 * What the card frame and the accent depend on: a scheme, a direction, a colour, a length or a
 * font. Each change starts a transition, which `widget/element/followed-look.ts` hears.
 */
const followed = `
:host .root::after {
  content: "";
  position: absolute;
  visibility: hidden;
  padding-inline-start: 1px;
  min-block-size: var(--_hc-field);
  border-radius: var(--_hc-radius);
  color: light-dark(#000, #fff);
  box-shadow: ${shadows};
  transition: 1ms;
  transition-property: padding, min-block-size, border-radius, color, box-shadow, font;
  transition-behavior: allow-discrete;
}
`

/** For what follows the form. Our own page needs most of it, too. */
export const outcomes =
  outcomeTokens + fieldErrors + address + express + notice + result + bank + followed
