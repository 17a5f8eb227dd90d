/** The card fields: number on top, expiry and code below. */
export const frame = `
form { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 16px; }
.field:first-child { grid-column: span 2; }
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
