/** The page of a buy link: the picture beside what can be chosen. */
export const buy = `
.grid > img { max-inline-size: 100%; max-block-size: min(35rem, 60svh); border-radius: var(--_hc-radius); background: var(--_hc-surface); }
.grid:not(:has(> img)) { grid-template-columns: minmax(0, 560px); }
.column h1 { font-size: 1.75em; line-height: 1.29; }
.price { margin-block-start: 8px; font-size: 1.25em; font-weight: 650; font-variant-numeric: tabular-nums; }
.price small { font-weight: 400; }
.about { white-space: pre-line; overflow-wrap: anywhere; }
.safety dd {
  flex: 100%;
  unicode-bidi: plaintext;
  text-align: -webkit-match-parent; text-align: match-parent;
  white-space: pre-line;
  overflow-wrap: anywhere;
}
.values { display: flex; flex-wrap: wrap; gap: 8px; }
.option:has(:disabled) { border-style: dashed; color: var(--_hc-muted); cursor: default; }
.gone { display: none; font-size: .875em; color: var(--_hc-muted); }
:disabled ~ .gone { display: inline; }
[type=number] { inline-size: 7em; }
.column > .notice, .column > .pay { margin-block: 0; }
`
