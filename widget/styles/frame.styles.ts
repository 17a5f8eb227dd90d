/**
 * The card fields: number on top, expiry and code below; 4 px of room for the focus ring at every
 * side.
 */
export const frame = `
body { margin: 0; padding: 4px; background: var(--_hc-page); }
form { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 16px; }
.field:first-child { grid-column: 1 / -1; }
.box { position: relative; }
input { direction: ltr; unicode-bidi: isolate; font-variant-numeric: tabular-nums; }
input:dir(rtl) { text-align: right; }
[name=cardnumber] { padding-inline-end: 96px; }
.mark {
  position: absolute;
  inset-block: 0;
  inset-inline-end: 12px;
  display: flex;
  align-items: center;
  gap: 8px;
  pointer-events: none;
}
#brand {
  min-inline-size: 32px;
  padding: 2px 5px;
  border: 1px solid var(--_hc-line);
  border-radius: 4px;
  font-size: 10px;
  font-weight: 700;
  line-height: 14px;
  text-align: center;
}
#valid {
  inline-size: 7px;
  block-size: 13px;
  margin: 0 6px 4px;
  border: solid var(--_hc-success);
  border-width: 0 2px 2px 0;
  rotate: 45deg;
}
[hidden], #brand:empty { display: none; }
`
