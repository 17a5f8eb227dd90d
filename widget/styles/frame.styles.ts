/** The card fields: number on top, expiry and code below; 4 px of room for the focus ring at every side. */
export const frame = `
body { margin: 0; padding: 4px; background: var(--hc-page, none); }
form { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 16px; }
.field:first-child { grid-column: 1 / -1; }
.box { position: relative; }
input { direction: ltr; unicode-bidi: isolate; font-variant-numeric: tabular-nums; }
input:dir(rtl) { text-align: right; }
[name=cardnumber] { padding-inline-end: 96px; }
.mark {
  position: absolute; inset-block: 0; inset-inline-end: 12px; display: flex; align-items: center; gap: 8px;
  pointer-events: none;
}
.brand {
  min-inline-size: 32px; padding: 2px 5px; border: 1px solid var(--line); border-radius: 4px; font-size: 10px;
  font-weight: 700; line-height: 14px; text-align: center;
}
.valid {
  display: block; inline-size: 20px; block-size: 20px; fill: none; stroke: var(--success); stroke-width: 2;
  stroke-linecap: round; stroke-linejoin: round;
}
[hidden] { display: none; }
`
