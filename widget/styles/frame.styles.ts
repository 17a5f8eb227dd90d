/** The card fields: number on top, expiry and code below. */
export const frame = `
form { display: flex; flex-wrap: wrap; gap: 16px; }
.field { flex: 6em; }
.field:first-child { flex-basis: 100%; }
.box { display: flex; align-items: center; }
input { direction: ltr; font-variant-numeric: tabular-nums; }
input:dir(rtl) { text-align: right; }
#number { padding-inline-end: 40px; }
svg { float: inline-end; }
#valid { margin-inline-start: -28px; color: var(--_hc-success); }
`
