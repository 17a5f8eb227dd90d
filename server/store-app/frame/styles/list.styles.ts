import { UNSEEN } from '../../../web/answers/unseen.styles.ts'

/** Tables that become cards where the page is narrow, and the states in them. */
export const LIST = `
table { inline-size: 100%; margin-block-start: 16px; border-collapse: collapse; }
.empty {
  display: grid;
  gap: 16px;
  justify-items: start;
  margin-block-start: 16px;
  padding: 24px;
  border: 1px solid var(--line);
  border-radius: 12px;
}
.variant { display: block; font-size: .875rem; line-height: 1.4286; }
.steps { display: flex; flex-wrap: wrap; gap: 8px 24px; margin-block-start: 16px; }
.step { display: inline-flex; align-items: center; min-block-size: 36px; font-weight: 550; }
td .order-number { display: inline-block; padding-block: 3px; white-space: nowrap; }
@media (width < 40rem) {
  thead ${UNSEEN}
  table, tbody { display: block; }
  tbody { display: grid; gap: 12px; }
  tr { display: grid; padding: 8px 16px; border: 1px solid var(--line); border-radius: 12px; }
  td {
    display: grid;
    grid-template-columns: 5.5rem minmax(0, 1fr);
    gap: 12px;
    padding-block: 4px;
    align-items: baseline;
  }
  td::before {
    content: attr(data-label);
    color: var(--muted);
    font-size: .875rem;
    font-weight: 400;
  }
  td.number { font-weight: 650; }
  td.number .variant { font-weight: 400; }
  .pairs tr { grid-template-columns: minmax(0, 1fr) fit-content(60%); gap: 0 16px; align-items: baseline; }
  .pairs td { display: block; overflow: clip; text-overflow: ellipsis; white-space: nowrap; }
  .pairs td:nth-child(even) { text-align: end; }
  .pairs td:nth-child(even):not(.number) { color: var(--muted); font-size: .875rem; }
  .pairs .variant { display: inline; }
  .pairs .variant::before { content: "· "; }
  .counts tr { grid-template-columns: auto auto minmax(0, 1fr); gap: 0 16px; }
  .counts td, .counts td::before { display: block; }
  .counts td:is(:first-child, :last-child) { grid-column: 1 / -1; }
  .counts td:last-child::before { margin-block-end: 4px; }
  :is(.pairs td, .counts td:first-child, td:has(.product))::before { content: none; }
}
@media (width >= 40rem) {
  th {
    position: sticky;
    inset-block-start: 0;
    background: var(--surface);
    color: var(--muted);
    font-size: .875rem;
    font-weight: 600;
    block-size: 44px;
    text-align: start;
    white-space: nowrap;
    box-shadow: inset 0 -1px var(--line);
  }
  td { block-size: 44px; border-block-end: 1px solid var(--line); }
  th, td { padding: 8px clamp(6px, 1vw, 12px); }
  th:first-child { border-start-start-radius: 10px; }
  th:last-child { border-start-end-radius: 10px; }
  th.number, td.number { text-align: end; }
  td.number { white-space: nowrap; }
  tbody tr:hover { background: var(--surface); }
  td:not(.wide) { overflow-wrap: break-word; }
  td .badge { white-space: normal; }
  td.wide { min-inline-size: clamp(5rem, 12vw, 8rem); }
}
.rows { padding: 0; list-style: none; }
.rows li {
  display: flex;
  justify-content: space-between;
  align-items: center;
  gap: 16px;
  padding-block: 8px;
  border-block-end: 1px solid var(--line);
}
.heading { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 16px; }
.heading .actions { margin-inline-start: auto; }
@media (width < 40rem) { .heading .actions { margin-inline-start: 0; } }
.back a { display: inline-block; padding-block: 7px; }
.back a::before { content: "←" / ""; display: inline-block; margin-inline-end: 8px; }
.back:dir(rtl) a::before { scale: -1 1; }
.badge {
  display: inline-flex;
  align-items: center;
  gap: 6px;
  padding: 2px 10px;
  border-radius: 999px;
  background: var(--surface-2);
  color: var(--muted);
  font-size: .875rem;
  line-height: 1.4286;
  font-weight: 600;
  white-space: nowrap;
}
.badge::before {
  content: "";
  flex: none;
  inline-size: 8px;
  block-size: 8px;
  border-radius: 50%;
  background: currentColor;
}
.badge.success { background: var(--success-bg); color: var(--success); }
.badge.info { background: var(--info-bg); color: var(--accent); }
.badge.warning { background: var(--warning-bg); color: var(--warning); }
.badge.danger { background: var(--danger-bg); color: var(--danger); }
@media (forced-colors: active) { .badge::before { background: CanvasText; } }`
