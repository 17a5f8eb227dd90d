/**
 * A line of law and a line of links. Our own page shows this with the form, and prints it
 * differently. The sheet that comes behind all others must not change that.
 */
export const foot = `
:where(.seller) { color: var(--_hc-muted); font-size: .875em; line-height: 1.7143; overflow-wrap: anywhere; }
.seller > div { display: flex; flex-wrap: wrap; gap: 0 20px; }`

/** What replaces the form, that is, the receipt or a message; and the receipt on paper. */
export const result = `
.result {
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px;
  justify-items: start;
  max-inline-size: 560px;
  padding-block: 16px 32px;
}
.result > * { max-inline-size: 100%; }
.result h1 { font-size: 1.75em; line-height: 1.29; }
.result .summary { inline-size: 100%; margin-block: 8px; }
.mark {
  display: grid; place-content: center; inline-size: 40px; block-size: 40px; border-radius: 50%;
  background: var(--_hc-surface-2); color: var(--_hc-muted);
}
.mark .icon { inline-size: 22px; block-size: 22px; }
.mark.success { background: var(--_hc-success-bg); color: var(--_hc-success); }
.number { margin-block-start: 4px; }
.number span + span { display: inline-flex; gap: 12px; }
.facts {
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 13em), 1fr));
  gap: 16px 24px;
  inline-size: 100%;
  margin-block-end: 8px;
}
.facts > div { display: block; }
.facts dt { font-size: .875em; }
.facts dd { text-align: start; }
/* What the server says a little later has its room: the statement; a refusal and a link. */
.charged:has(+ .mail) dd { min-block-size: 2lh; }
.mail dd { min-block-size: 3lh; }
.leaving { display: grid; }
.leaving > * { display: flex; flex-wrap: wrap; gap: 0 8px; grid-area: 1 / 1; }
.leaving > :has(+ * > [data-returning]:not([style])) { visibility: hidden; }
code { font: 500 var(--_hc-size)/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
/* The link of a receipt is as high as a press needs. */
.result > a { min-block-size: 24px; }
.bought {
  display: grid; grid-template-columns: minmax(0, 1fr); gap: 16px; inline-size: 100%;
}
/* Beside what can be done, so that a usual screen holds the receipt. */
@container (min-width: 840px) {
  .result:has(.bought) {
    grid-template: repeat(9, auto) 1fr / repeat(2, minmax(0, 1fr));
    column-gap: 48px;
    max-inline-size: 976px;
    padding-block-end: 8px;
  }
  .bought { grid-area: 1 / 2 / span 10; }
  .result .summary { margin-block-start: 0; }
}
[data-seller] > .seller { margin-block-start: 24px; }
/* A receipt has a link of its own, with the order's number. */
:has([part=receipt]) .seller p > span { display: none; }
${foot}
[tabindex="-1"]:focus { outline: 0; }
@media (hover: hover) { .secondary:hover { background: var(--_hc-surface-2); } }
.link, .copy {
  min-block-size: 24px;
  padding: 0;
  border: 0;
  background: none;
  text-decoration: underline;
}
.actions { display: flex; flex-wrap: wrap; gap: 12px; }
@media print {
  .header .secure, .actions, .noprint, .copy { display: none; }
  .result .summary { padding: 0; background: none; }
  .root, .muted, dt { color: #000; }
}
`
