/**
 * What the form shares with whatever replaces it: grid, summary, buttons. A sentence runs in the
 * direction of its own language, because a page may hold texts that run the other way. The layout
 * follows the page.
 */
export const checkout = `
h1, h2, dl, dd, ul, fieldset { margin: 0; padding: 0; border: 0; }
.hidden {
  position: absolute;
  inline-size: 1px;
  block-size: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}
.muted { color: var(--_hc-muted); }
[type=tel], [dir=ltr] { direction: ltr; unicode-bidi: isolate; }
.icon {
  flex: none;
  inline-size: 16px;
  block-size: 16px;
  fill: none;
  stroke: currentColor;
  stroke-width: 1.5;
  stroke-linecap: round;
  stroke-linejoin: round;
}
.root {
  max-inline-size: var(--hc-max-width, 1040px);
  overflow-wrap: break-word;
}
h1, h2 { text-wrap: balance; font-weight: 650; }
h2 { font-size: 1.125em; line-height: 1.45; }
p { text-wrap: pretty; }
p:not(.error), time { unicode-bidi: plaintext; }
p:not(.error), time, [type=tel] { text-align: -webkit-match-parent; text-align: match-parent; }
.money, dd, .pay { max-inline-size: 100%; font-variant-numeric: tabular-nums; }
.strong { font-weight: 600; }
.grid { display: grid; grid-template-columns: minmax(0, 560px); gap: 32px; }
.fields, section, dl { display: grid; gap: var(--_hc-space); grid-template-columns: minmax(0, 1fr); }
.summary {
  padding: 20px;
  border-radius: calc(1.2 * var(--_hc-radius));
  background: var(--_hc-surface);
  box-shadow: var(--hc-shadow);
}
.item { display: flex; flex-wrap: wrap; gap: 4px 16px; align-items: flex-start; }
.item img {
  inline-size: 64px; block-size: 64px; max-inline-size: 64px; max-block-size: 64px; vertical-align: top;
  border-radius: calc(.8 * var(--_hc-radius)); object-fit: cover; background: var(--_hc-surface-2);
}
.what { flex: 5em; max-inline-size: calc(100% - 32px); }
.picture:not(:empty) + .what { max-inline-size: calc(100% - 80px); }
.picture:empty { display: none; }
.money { margin-inline-start: auto; }
.what .muted, .held { font-size: .875em; line-height: 1.43; margin-block-start: 2px; }
dl { gap: 8px; }
.item + dl { margin-block-start: 20px; }
dl > div { display: flex; flex-wrap: wrap; gap: 0 24px; }
dt { max-inline-size: 100%; color: var(--_hc-muted); }
dd { flex: 5em; text-align: end; }
.total {
  padding-block-start: 12px; margin-block-start: 4px; border-block-start: 1px solid var(--_hc-line);
  font-size: 1.125em; font-weight: 650;
}
.total dt { color: inherit; }
.place { display: block; white-space: pre-line; }
.badge {
  padding: 2px 10px;
  border-radius: 999px;
  background: var(--_hc-warning-bg);
  color: var(--_hc-warning);
  font-size: .72em;
  font-weight: 500;
  line-height: 1.4;
}
a, .copy { color: var(--_hc-accent); text-underline-offset: 3px; border-radius: 4px; }
a span, .pay span, .lock span { overflow-wrap: anywhere; }
button, .primary { font: inherit; cursor: pointer; }
.pay, .primary, .secondary {
  display: inline-flex;
  align-items: center;
  justify-content: center;
  min-block-size: 44px;
  padding: 8px 20px;
  border: 1px solid var(--_hc-control);
  border-radius: var(--hc-radius-button, var(--_hc-radius));
  background: none;
  color: var(--_hc-text);
  font-weight: 600;
  text-align: center;
  text-decoration: none;
}
.pay, .primary {
  border-color: var(--_hc-accent);
  background: var(--_hc-fill);
  color: var(--_hc-on-accent);
}
@media (hover: hover) {
  .pay:hover, .primary:hover {
    border-color: transparent;
    background: color-mix(in srgb, var(--_hc-fill) 84%, var(--_hc-away));
  }
}
.pay:active, .primary:active {
  background: color-mix(in srgb, var(--_hc-fill) 70%, var(--_hc-away));
}
a:focus-visible, button:focus-visible { outline: 3px solid var(--_hc-focus); outline-offset: 2px; }
@container (min-width: 840px) {
  .grid { grid-template-columns: minmax(0, 1fr) 380px; gap: 48px; align-items: start; }
  .grid > .summary { order: 2; position: sticky; inset-block-start: 32px; }
}
[target]::after { content: "\\a0↗"; content: "\\a0↗" / ""; }
@media (prefers-reduced-motion: no-preference) {
  .pay, .primary, .secondary, .option, input, textarea {
    transition: background-color .15s, border-color .15s;
  }
}
@media (forced-colors: active) {
  .pay, .primary { border-color: ButtonText; }
}
`
