import { styleSheet } from '../../web/html.ts'

export const DELIVERY = styleSheet(`
.options {
  max-inline-size: var(--measure);
  margin: 16px 0 0;
  padding: 0;
  border: 1px solid var(--line);
  border-radius: 12px;
  list-style: none;
}
.options li {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 8px 16px;
  padding: 12px 16px;
}
.options li + li { border-block-start: 1px solid var(--line); }
.option {
  display: flex;
  flex: 1 1 14rem;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 12px;
  min-inline-size: 0;
}
.price { color: var(--muted); font-variant-numeric: tabular-nums; }
.options + .sections { margin-block-start: 32px; }
.countries {
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 11rem), 1fr));
  gap: 8px 16px;
  padding-block: 8px 16px;
}
.place { display: grid; gap: 16px; }
.form:has([name=kind] > [value=delivery]:checked) .place,
.form:has([name=kind] > [value=collection]:checked) .where { display: none; }`)
