/** What some forms alone have: the fields of an address, the terms agreed to. */
export const address = `
.agree input { display: grid; place-content: center; line-height: 1; }
.agree :checked {
  border-color: var(--_hc-accent);
  outline-offset: 2px;
  background: var(--_hc-fill);
  color: var(--_hc-on-accent);
}
.agree :checked::before { content: "✓"; content: "✓" / ""; font-weight: 700; }
section:has([data-collect]:checked, p[data-collect]) > .address, .field[hidden] { display: none; }
.address { display: flex; flex-wrap: wrap; gap: var(--_hc-space); }
.address > * { flex: 1 1 10em; min-inline-size: 0; }
.address > :has(textarea) { flex-basis: 100%; }
/* Its label says so, and needs the room; those beside it are as wide. */
.address:has(:optional) > :not(:has(textarea)) { flex-basis: 14em; }
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
