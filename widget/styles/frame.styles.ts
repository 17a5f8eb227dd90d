/** The card fields: number on top, expiry and code below. */
export const frame = `
form { display: flex; flex-wrap: wrap; gap: 16px; }
.field { flex: 6em; }
.field:first-child { flex-basis: 100%; }
.box { position: relative; }
input { direction: ltr; font-variant-numeric: tabular-nums; }
input:dir(rtl) { text-align: right; }
#number { padding-inline-end: 40px; }
svg { float: inline-end; }
#valid {
  position: absolute;
  inset-block-start: 50%;
  inset-inline-end: 14px;
  translate: 0 -50%;
  color: var(--_hc-success);
}
`
