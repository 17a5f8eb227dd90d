import { UNSEEN } from '../../web/answers/unseen.styles.ts'
import { styleSheet } from '../../web/html.ts'

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
.stock-changes input { inline-size: 5rem; }
.stock-changes > .actions { margin-block-start: 16px; }
.plus { color: var(--success); }
.form:has(> .columns), .columns > .form { max-inline-size: none; margin: 0; }
td .field > label ${UNSEEN}
td input { min-block-size: 36px; padding-block: 5px; }
.remove { position: relative; }
.remove input { position: absolute; inset: 0; inline-size: 100%; block-size: 100%; opacity: 0; }
.remove:has(:focus-visible) { outline: 3px solid var(--accent); outline-offset: 2px; }
td:has(:checked) .then, td:not(:has(:checked)) .undo { display: none; }
tr:has(.remove :checked) td:not(:last-child) > span { color: var(--muted); text-decoration: line-through; }
.aside section > * + * { margin-block-start: 12px; }
.aside img { display: block; inline-size: 96px; block-size: auto; aspect-ratio: 1; border-radius: 8px; background: var(--surface-2); object-fit: cover; }
@media (width >= 60rem) {
  .sections > .columns { grid-template-columns: 20rem minmax(0, 1fr); }
  .aside img { inline-size: 100%; }
}
fieldset > .hint { margin-block: 4px 0; }
section > p + ul { margin-block: 8px 0; padding-inline-start: 20px; }
.share { display: flex; flex-wrap: wrap; gap: 16px 32px; align-items: start; margin-block-start: 16px; }
.share > div { display: grid; flex: 1 1 20rem; grid-template-columns: minmax(0, 1fr); gap: 8px; min-inline-size: 0; }
.share h3:not(:first-child) { margin-block-start: 8px; }
.share .copy code { white-space: pre-wrap; }
.share figure { margin: 0; }
.share img { display: block; border-radius: 8px; background: #fff; }
.part {
  margin-block-start: 32px;
  padding-block-start: 24px;
  border-block-start: 1px solid var(--line);
}
@media (40rem <= width < 64rem) {
  .number .stock { flex-wrap: wrap; justify-content: end; }
}
@media (width < 40rem) { td:has(.product) { display: block; } }
@media (width < 60rem) { .columns > .aside { grid-row: auto; } }`)
