/** The form: its parts, the delivery options, the card, the button. */
export const form = `
label .muted { font-weight: 400; }
textarea { resize: vertical; }
.column { max-inline-size: 560px; min-inline-size: 0; }
.fields { gap: calc(2 * var(--_hc-space)); }
section > h2 { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 10px; font-size: 1.25em; line-height: 1.4; }
[data-live]:empty { display: none; }
[data-live]:empty + .hint { margin-block-start: -12px; }
#phone-hint bdi { white-space: nowrap; }
.lock { display: flex; gap: 8px; margin: 0; }
.lock .icon { margin-block-start: 2px; }
/* A long name of a store breaks into lines. */
.lock span { min-inline-size: 0; }
.held { margin-block-start: 12px; }
.option, .agree {
  display: flex;
  gap: 12px;
  margin: 0;
  font-size: inherit;
  font-weight: 400;
  cursor: pointer;
}
.option {
  flex-wrap: wrap;
  align-content: center;
  min-block-size: var(--_hc-field);
  padding: 11px 14px;
  border: 1px solid var(--_hc-control);
  border-radius: var(--_hc-radius);
}
/* Not a grid: in WebKit that would keep its old heights when the options wrap. */
fieldset { display: flex; flex-direction: column; gap: 8px; min-inline-size: 0; }
legend { padding: 0; }
@media (hover: hover) { .option:hover { border-color: var(--_hc-text); } }
:is(.option, .agree) input {
  flex: none; inline-size: 20px; min-block-size: 20px; block-size: 20px;
  margin: 2px 0; padding: 0; cursor: pointer;
}
.option input { border-radius: 50%; outline: 0; }
.agree input { border-radius: 5px; }
.option:has(:checked) {
  border-color: var(--_hc-accent);
  outline: 1px solid var(--_hc-accent);
  outline-offset: -2px;
  background: var(--_hc-info-bg);
}
.option :checked { border: 6px solid var(--_hc-accent); }
.option:has(:focus-visible) { outline: 3px solid var(--_hc-focus); outline-offset: 2px; }
.method { margin-block-end: -4px; }
.card:not(:has(.notice)) { min-block-size: 188px; }
/* The frame is wider than its fields, and must not make a merchant's page scroll. */
.card { overflow-x: clip; }
.card iframe {
  display: block;
  inline-size: calc(100% + 8px);
  block-size: 196px;
  margin: -4px;
  border: 0;
  background: none;
}
.card iframe:not([data-ready]) { visibility: hidden; }
.recap {
  display: flex; flex-wrap: wrap; gap: 0 24px; margin-block-start: 24px;
  font-size: .9375em; line-height: 1.47; overflow-wrap: anywhere;
}
section > .recap { margin-block-start: 0; }
.recap > :first-child { flex: 100%; }
.recap strong { margin-inline-start: auto; font-weight: 650; }
.pay {
  inline-size: 100%;
  min-block-size: var(--hc-button-height, 52px);
  margin-block-start: 12px;
}
@media (forced-colors: active) {
  .option:has(:checked) { outline-width: 3px; }
}
`
