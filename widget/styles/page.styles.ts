import { foot } from './result.styles.ts'

/** What only our own documents have: the body, the header with the store's name, the way back. */
export const page = `
:root { color-scheme: light dark; --hc-font-size: 1rem; }
body { display: flex; flex-direction: column; min-block-size: 100dvh; margin: 0; background: var(--_hc-bg); }
hosted-checkout, .page { display: block; flex: 1; container-type: inline-size; }
.root { max-inline-size: none; }
.header { border-block-end: 1px solid var(--_hc-line); }
.header > div, .body, nav.languages { inline-size: 100%; max-inline-size: 1040px; margin-inline: auto; padding-inline: 16px; }
.header > div {
  display: flex;
  align-items: center;
  justify-content: space-between;
  flex-wrap: wrap;
  gap: 0 16px;
  min-block-size: 56px;
  padding-block: 8px;
}
.store { font-size: 1.25rem; font-weight: 650; line-height: 1.4; min-inline-size: 0; }
.secure { display: flex; align-items: center; gap: 6px; font-size: .875rem; }
.body { padding-block: 24px 64px; }
.grid { justify-content: center; }
.pay + .hint { margin-block-start: 16px; }
/* Notices have a display of their own, in a sheet that comes later. */
.column > .noscript { display: none; }
.instead {
  margin-block: 24px 0;
  padding: 14px 16px;
  border-inline-start: 4px solid var(--_hc-warning);
  border-radius: 4px;
  background: var(--_hc-warning-bg);
}
[data-stuck] hosted-checkout:not([status]) :is(.column:has(> .instead) > *, section:has(> [data-card]), [data-pay], [data-copy], [data-print]) { display: none; }
[data-stuck] hosted-checkout:not([status]) .column > .noscript { display: block; }
/* Its end is where the line ends: in another time zone it would begin elsewhere, and jump. */
html:not([data-stuck]) [data-time=paid]:not([data-local]) { visibility: hidden; }
/* As in the payment frame: in line, however many lines a label has. */
.pair { display: flex; flex-wrap: wrap; align-items: baseline; gap: 16px; }
.pair > * { flex: 6em; }
.pair label { contain: layout; }
.back { margin-block-end: 16px; font-size: .9375rem; }
.back a { display: inline-flex; align-items: center; gap: 8px; min-block-size: 24px; }
.back .icon:dir(rtl) { scale: -1 1; }
.languages { padding-block: 16px 24px; font-size: .875rem; }
.languages a { display: inline-flex; align-items: center; gap: 6px; min-block-size: 24px; color: inherit; }
ul.languages { display: grid; gap: 12px; font-size: 1rem; list-style: none; }
@media (min-width: 40rem) {
  .header > div, .body, nav.languages { padding-inline: 32px; }
  .body { padding-block-start: 32px; }
}
${foot}
@media print { :root { color-scheme: light; } .languages { display: none; } }
`
