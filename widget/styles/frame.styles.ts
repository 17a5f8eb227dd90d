/** The card fields: the number on top, expiry and code below; and above them what a test store says. */
export const frame = `
.field { flex: 6em; }
:first-child { flex-basis: 100%; }
form, .box { display: flex; flex-wrap: wrap; align-items: baseline; gap: 16px; }
form { container-type: inline-size; }
input { direction: ltr; padding-inline-end: 40px; }
input:dir(rtl) { padding-inline: 40px 14px; text-align: right; }
svg { order: -1; margin-block-end: -8px; margin-inline-start: auto; }
/* In the field, where that leaves room for all digits, until the mark there says it is valid. */
@container (min-width: 20em) {
  .box { position: relative; }
  #number { padding-inline-end: 8.6em; }
  #number:dir(rtl) { padding-inline: 8.6em 14px; }
  svg { position: absolute; inset: 0 auto; inset-inline-end: 12px; margin: auto; }
  svg:has(+ :not([hidden])) { visibility: hidden; }
}
body > p { margin-block-end: 16px; }
/*
 * A label without a baseline keeps the fields of a row in line, however many lines the labels have.
 */
label:first-child { contain: layout; }
#valid { color: var(--_hc-success); margin-inline-start: -44px; }
`
