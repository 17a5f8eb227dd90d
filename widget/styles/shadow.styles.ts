import { address } from './address.styles.ts'
import { bank } from './bank.styles.ts'
import { checkout } from './checkout.styles.ts'
import { element } from './element.styles.ts'
import { fieldErrors, fields } from './fields.styles.ts'
import { form } from './form.styles.ts'
import { notice } from './notice.styles.ts'
import { result } from './result.styles.ts'
import { outcomeTokens, tokens } from './tokens.styles.ts'

/** What a merchant's page needs for the form. */
export const shadow = tokens + fields + checkout + form + element

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
 * What the card frame and the accent follow, as transitions: of a scheme, a direction, a colour, a
 * length or a font (`widget/mount/followed-look.ts`).
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

/** And for what comes of it, where our own page needs it, too. */
export const outcomes = outcomeTokens + fieldErrors + address + notice + result + bank + followed
