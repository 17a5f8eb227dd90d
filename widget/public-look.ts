import type { Snapshot } from './session/checkout-events.ts'

/**
 * The parts of the element's look and content that belong to merchants. `PUBLIC_SURFACE` has the
 * rest of what they may rely on.
 */

/** For sheets with `hosted-checkout::part(…)`. */
export const PUBLIC_PARTS = {
  root: 'Everything.',
  summary: 'What is sold and what it costs.',
  item: 'The product in the summary.',
  image: 'Its picture.',
  totals: 'The amounts.',
  total: 'The last of them.',
  form: 'Summary and fields.',
  section: 'Contact, delivery, or card.',
  legend: 'The heading of a section.',
  field: 'A field with its label, hint and error.',
  label: 'Its label.',
  input: 'The control itself.',
  invalid: 'Beside `input`, where what is in it is wrong.',
  hint: 'What helps to fill it.',
  error: 'What is wrong with it.',
  errors: 'What is wrong with the whole form, or why a payment came to nothing.',
  card: 'The place of the card fields, which have their own frame.',
  button: 'Pay.',
  notice: 'A message, in the form or instead of it.',
  status: 'What screen readers are told.',
  receipt: 'The receipt.',
  seller: 'Who sells, and the links to the terms.',
}

/** Custom properties that the page around may set. Colours may have any notation of CSS. */
export const PUBLIC_TOKENS = {
  '--hc-accent':
    'Button, links, selected option. Where it could not be read on what it stands on, links and borders are as much darker or lighter as it takes; one that is no colour, or lets through what is behind it, is as if none were set.',
  '--hc-accent-contrast':
    'Text of the button. (Default: white or dark, and so where a colour set here could not be read on the accent.)',
  '--hc-focus': 'Ring around what has the focus. (Default: the accent.)',
  '--hc-bg':
    'Background of fields, and of the element with a `theme`; tints are a tenth of a colour in it.',
  '--hc-surface':
    'Background of the summary. Whether the accent can be read is judged here, on `--hc-bg` and on the page’s own background; where no colour does on all, the latter counts.',
  '--hc-text': 'Text.',
  '--hc-muted': 'Text of less weight.',
  '--hc-border': 'Lines that separate.',
  '--hc-control-border': 'Borders of fields; give at least 3:1 against the background.',
  '--hc-danger': 'Errors.',
  '--hc-success': 'The receipt’s mark.',
  '--hc-warning': 'Warnings.',
  '--hc-radius':
    'Corners of fields, and of buttons without their own; the summary’s follow. A length with its unit.',
  '--hc-radius-button': 'Corners of buttons. (Default: `--hc-radius`.)',
  '--hc-font':
    'The family of all text. (Default: the page’s own. The card fields have their own frame, so a font that the page loads is not there.)',
  '--hc-font-size': 'Size of all text; 16px at least, or phones zoom in.',
  '--hc-line-height': 'A number.',
  '--hc-space':
    'Between fields but those of the card; twice as much between sections. A length with its unit.',
  '--hc-shadow': 'Shadow of the summary. (Default: none.)',
  '--hc-field-height': 'Height of fields.',
  '--hc-button-height': 'Height of Pay.',
  '--hc-max-width': 'Of the whole checkout.',
}

/** `''` is the default slot. */
export const PUBLIC_SLOTS = {
  '': 'Shown until the checkout is ready, such as a link to the hosted page.',
  header: 'Above everything.',
  'before-summary': 'In the summary, above the product.',
  'after-summary': 'In the summary, below the amounts.',
  'before-pay': 'Above the button, such as terms.',
  'after-pay': 'Below the button, such as words of trust.',
  complete: 'Instead of the receipt.',
  expired: 'Instead of the message that the payment window is over.',
  empty: 'As long as there is no session.',
}

/** What is in `snapshot`, which every event has, too. */
export const PUBLIC_SNAPSHOT: Record<keyof Snapshot, string> = {
  id: 'The session’s id.',
  status: '`open`, `complete` (paid) or `expired` (not paid in time).',
  expiresAt: 'When the payment window ends.',
  item: '`name`, `imageUrl`, `size`, `color`, `quantity`, `unitPrice`.',
  amounts:
    '`subtotal`, `fee` and `total` with the chosen delivery option, in the minor unit of `currency`.',
  currency: 'ISO 4217 code.',
}
