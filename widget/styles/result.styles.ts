/**
 * In our own page it is there before the form is, and printed in another way, which the sheet that
 * comes behind all others leaves alone.
 */
export const foot = `
:where(.seller) a, .seller > bdi { display: inline-block; margin-inline-end: 16px; }
.seller p + p { unicode-bidi: isolate; }`

/** What comes instead of the form, the receipt or a message; and the printed receipt. */
export const result = `
.result {
  display: grid; gap: 16px; justify-items: start; max-inline-size: 560px; margin-inline: auto;
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
.number dd { display: flex; flex-wrap: wrap; justify-content: end; gap: 2px 12px; }
code { font: 500 var(--_hc-size)/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
.lines { white-space: pre-line; }
.seller { margin-block-start: 24px; color: var(--_hc-muted); font-size: .875em; line-height: 1.7143; }
.seller + .seller { margin-block-start: 0; }
${foot}
[tabindex="-1"]:focus { outline: 0; }
.body:has(.result) + * > .seller { max-inline-size: 560px; margin-inline: auto; }
.secondary:hover { background: var(--_hc-surface-2); }
.link, .copy {
  min-block-size: 24px;
  padding: 0;
  border: 0;
  background: none;
  text-decoration: underline;
}
.actions { display: flex; flex-wrap: wrap; gap: 12px; }
@media print {
  .header .secure, .actions, .noprint, .copy, [data-returning] { display: none; }
  .result .summary { padding: 0; background: none; }
  .root, .muted, dt { color: #000; }
}
`
