import { styleSheet } from '../frame/html.ts'

export const PRODUCTS = styleSheet(`
.product { display: flex; align-items: center; gap: 12px; }
.product img, .thumb {
  flex: none;
  inline-size: 40px;
  block-size: 40px;
  border-radius: 8px;
  background: var(--surface-2);
}
.product img { object-fit: cover; }
.product > span { min-inline-size: 0; }
.slug { display: block; font-size: .875rem; line-height: 1.4286; color: var(--muted); }
.stock { display: inline-flex; align-items: center; gap: 8px; }
.stock .badge { white-space: nowrap; }
.sections > .columns { margin-block-start: 0; }
.stock-change {
  display: grid;
  grid-template-columns: auto 1fr;
  justify-items: start;
  align-items: center;
  gap: 4px 8px;
}
.stock-change input { inline-size: 5rem; min-block-size: 36px; padding-block: 5px; }
.stock-change .error { grid-column: 1 / -1; margin: 0; }
.plus { color: var(--success); }
.changes { display: grid; gap: 2px; padding: 0; list-style: none; }
.rows { display: grid; gap: 12px; margin-block-start: 12px; }
.row { display: grid; gap: 12px; grid-template-columns: 2fr 2fr minmax(5rem, 1fr); }
.row .field { min-inline-size: 0; }
fieldset > .hint { margin-block: 4px 0; }
.check + .check { margin-block-start: 8px; }
section > p + ul { margin-block: 8px 0; padding-inline-start: 20px; }
.part {
  margin-block-start: 32px;
  padding-block-start: 24px;
  border-block-start: 1px solid var(--line);
}
@media (40rem <= width < 64rem) {
  .number .stock { flex-wrap: wrap; justify-content: end; }
}
@media (width < 40rem) { td:has(.product) { align-items: center; } }
@media (width < 60rem) { .columns > .aside { grid-row: auto; } }`)
