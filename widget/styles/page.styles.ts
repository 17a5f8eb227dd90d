import { foot } from './result.styles.ts'

/** For our own documents alone: the body, the header with the store's name, the way back. */
export const page = `
:root { color-scheme: light dark; --hc-font-size: 1rem; }
body { display: flex; flex-direction: column; min-block-size: 100dvh; margin: 0; background: var(--_hc-bg); }
hosted-checkout, .page { display: block; flex: 1; }
hosted-checkout, .page, .foot { container-type: inline-size; }
.root { max-inline-size: none; }
.header { border-block-end: 1px solid var(--_hc-line); }
.foot { border-block-start: 1px solid var(--_hc-line); }
.header > div, .body, .foot > div {
  box-sizing: content-box; max-inline-size: 560px; margin-inline: auto; padding-inline: 16px;
}
.header > div {
  display: flex;
  align-items: center;
  justify-content: space-between;
  flex-wrap: wrap;
  gap: 0 16px;
  min-block-size: 40px;
  padding-block: 8px;
}
.store { font-size: 1.25rem; font-weight: 650; line-height: 1.4; min-inline-size: 0; }
.store img { block-size: 28px; max-inline-size: 160px; vertical-align: middle; object-fit: contain; }
.secure { display: flex; align-items: center; gap: 6px; font-size: .875rem; }
.body { padding-block: 24px 64px; }
.result { margin-inline: auto; }
/* This selector has to be stronger than that of notices, whose sheet comes later. */
.column > .noscript { display: none; }
.instead {
  margin-block: 24px 0;
  padding: 14px 16px;
  border-inline-start: 4px solid var(--_hc-warning);
  border-radius: 4px;
  background: var(--_hc-warning-bg);
}
[data-stuck] hosted-checkout:not([status]) :is(.column:has(> .instead) > *, section:has(> [data-card]), [data-pay]) { display: none; }
[data-stuck] hosted-checkout:not([status]) .column > .noscript { display: block; }
/* Without script only a picture that has no size of its own gives its room back when it fails. */
[data-stuck] hosted-checkout:not([status]) .item img { inline-size: auto; block-size: auto; }
.back { margin-block-end: 16px; font-size: .9375rem; }
.back a { display: inline-flex; align-items: center; gap: 8px; min-block-size: 24px; }
.back .icon:dir(rtl) { scale: -1 1; }
[data-fill] { padding: 0; border: 0; background: none; color: var(--_hc-accent); text-decoration: underline; }
.foot > div { padding-block: 16px; }
.languages { flex: 100%; }
.languages a { display: inline-flex; align-items: center; gap: 6px; min-block-size: 24px; color: inherit; }
@media (min-width: 40rem) {
  .header > div, .body, .foot > div { padding-inline: 32px; }
  .body { padding-block-start: 32px; }
}
@container (min-width: 840px) {
  :root:has(.grid, .bought) :is(.header > div, .body, .foot > div) { max-inline-size: 976px; }
}
${foot}
@media print {
  :root { color-scheme: light; }
  .languages { display: none; }
  .foot .seller > div { display: grid; }
  .foot { border: 0; }
  a[target]::after { display: block; direction: ltr; content: attr(href); }
}
`

/** A receipt that the server has painted, before the script is there or where none runs. */
export const receiptPage = `
[data-stuck] hosted-checkout:not([status]) :is([data-copy], [data-print]) { display: none; }
/* The time ends its line, so in another time zone it would begin elsewhere and jump. */
html:not([data-stuck]) [data-time=paid]:not([data-local]) { visibility: hidden; }
`

/**
 * The pages that no script takes over: a form without script, the card of its buyer, and the list of
 * languages.
 */
export const plainPages = `
/* Without script the card is on the next page, and of its section only the last decline is shown. */
[data-stuck] hosted-checkout:not([status]) section:has([data-problem]):has([data-card]) { display: grid; }
[data-stuck] hosted-checkout:not([status]) [data-live=unpaid] ~ * { display: none; }
/* Where the browser scrolls to it by itself. */
section [data-problem] { scroll-margin-block: 32vh; }
.pay + .hint { margin-block-start: 16px; }
.result > :is(.field, .notice) { inline-size: 100%; margin-block: 0; }
[href^="tel:"] { white-space: nowrap; }
/* The fields stand in line, however many lines a label has, as in the payment frame. */
.pair { display: flex; flex-wrap: wrap; align-items: baseline; gap: 16px; }
.pair > * { flex: 6em; }
.pair label { contain: layout; }
ul.languages { display: grid; gap: 12px; margin-block: 8px; font-size: 1rem; list-style: none; }
`
