/** How a value looks that is sold out. It stays as wide as it was. */
export const GONE = 'border-style:dashed;color:var(--_hc-muted);text-decoration:line-through'

/**
 * The page of a buy link: the picture beside what can be chosen. On a phone title and price come
 * first, and the button stays at the end of the screen, below whatever has the focus.
 */
export const buy = `
.grid { display: flex; flex-direction: column; gap: 20px; max-inline-size: 560px; }
.grid > img {
  align-self: start; max-inline-size: 100%; max-block-size: 38vh; max-block-size: 38svh;
  border-radius: var(--_hc-radius); background: var(--_hc-surface);
}
.grid h1 { font-size: 1.75em; line-height: 1.29; }
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
.option:has(:disabled) { ${GONE}; cursor: default; }
.gone { display: none; position: absolute; clip-path: inset(50%); }
:disabled ~ .gone { display: block; }
.stepper { display: flex; gap: 8px; }
.stepper button { inline-size: 48px; font-size: 1.25em; }
.stepper input { inline-size: 5em; text-align: center; appearance: textfield; }
.stepper ::-webkit-inner-spin-button { appearance: none; }
.grid > .pay, .grid > .notice, .column > .notice { margin-block: 0; }
@media (scripting: none) { .stepper button { display: none; } }
@media (max-width: 839.9px) and (min-height: 30rem) {
  :root { scroll-padding-block-end: 96px; }
  .grid > .pay {
    position: sticky; inset-block-end: 12px; z-index: 1; box-shadow: 0 0 0 12px var(--_hc-bg);
  }
}
@container (min-width: 840px) {
  .grid:has(> img) {
    display: grid; grid-template-rows: repeat(4, auto) 1fr; gap: 24px 48px; max-inline-size: none;
  }
  .grid > img { grid-area: 1 / 1 / span 5; max-block-size: min(35rem, 60svh); }
  .grid:has(> img) > :not(img) { grid-column: 2; }
}
`
