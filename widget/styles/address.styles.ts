/** For forms that ask for an address in parts or for agreement to terms. */
export const address = `
.agree input { display: grid; place-content: center; line-height: 1; }
.agree :checked {
  border-color: var(--_hc-accent);
  outline-offset: 2px;
  background: var(--_hc-fill);
  color: var(--_hc-on-accent);
}
.agree :checked::before { content: "✓"; content: "✓" / ""; font-weight: 700; }
section:has([data-collect]:checked, p[data-collect]) > .address, :is(.field, .option)[hidden] { display: none; }
/*
 * A label without a baseline keeps the fields of a row in line, however many lines the labels have.
 */
.address { display: flex; flex-wrap: wrap; align-items: baseline; gap: var(--_hc-space); }
.address label { contain: layout; }
.address + .method { margin: 0; }
.address > * { flex: 1 1 10em; min-inline-size: 0; }
.address > :has([name=place]) { flex-basis: 100%; }
/*
 * The label of an optional field says so and needs the room. The fields beside it get the same
 * width.
 */
.address:has(:optional) > :not(:has([name=place])) { flex-basis: 14em; }
select {
  padding-inline-end: 40px;
  background: linear-gradient(45deg, #0000 50%, currentColor 0) calc(100% - 21px) / 6px 6px no-repeat,
    linear-gradient(-45deg, #0000 50%, currentColor 0) calc(100% - 15px) / 6px 6px no-repeat, var(--_hc-bg);
}
select:dir(rtl) { background-position: 15px, 21px; }
@media (forced-colors: active) {
  select, .agree input { appearance: auto; }
  .agree :checked::before { content: none; }
}
label:has(+ :required) .muted { display: none; }
`
