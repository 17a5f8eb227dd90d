/**
 * What comes instead of the form: the receipt, a message, the bank’s question; and the printed
 * receipt.
 */
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
.seller a { display: inline-block; margin-inline-end: 16px; }
.seller p + p { unicode-bidi: isolate; }
.body:has(.result) + * > .seller { max-inline-size: 560px; margin-inline: auto; }
[target]::after { content: "\\a0↗"; content: "\\a0↗" / ""; }
.actions { display: flex; flex-wrap: wrap; gap: 12px; }
dialog {
  inline-size: 100vi;
  max-inline-size: none;
  block-size: 100vb;
  max-block-size: none;
  margin: 0;
  padding: 0;
  border: 0;
  background: rgb(15 18 24 / .6);
}
dialog::backdrop { background: none; }
.bank {
  display: flex;
  flex-direction: column;
  inline-size: 100%;
  block-size: 100%;
  margin: auto;
  background: var(--_hc-bg);
  color: var(--_hc-text);
}
dialog[open] { display: grid; }
.bank p {
  display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 4px 16px;
  padding-block: 8px;
  padding-inline: 20px 8px; border-block-end: 1px solid var(--_hc-line); font-weight: 550;
}
.bank iframe { flex: 1; inline-size: 100%; border: 0; }
@media (min-width: 30rem) {
  .bank {
    max-inline-size: 480px;
    max-block-size: 600px;
    border: 1px solid var(--_hc-control);
    border-radius: 12px;
    overflow: clip;
  }
}
@media print {
  .header .secure, .actions, .noprint, .copy, [data-returning] { display: none; }
  .result .summary { padding: 0; background: none; }
  .root, .muted, dt { color: #000; }
}
`
