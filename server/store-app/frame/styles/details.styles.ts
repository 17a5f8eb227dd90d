/** Pages about one thing: facts in sections, and a panel beside them. */
export const DETAILS = `
.columns, .sections {
  display: grid;
  gap: 32px;
  grid-template-columns: minmax(0, 1fr);
  align-content: start;
}
.columns { margin-block-start: 24px; }
section > h2 + *, :is(section, .app main) > :is(p, table) + .actions { margin-block-start: 12px; }
:not(.columns) > .sections { margin-block-start: 24px; }
.facts { display: grid; gap: 8px; }
.facts + .hint, p + .facts { margin-block-start: 8px; }
.facts > div { display: grid; grid-template-columns: 8.5rem minmax(0, 1fr); gap: 12px; }
dt { color: var(--muted); }
.text { white-space: pre-line; }
.text bdi { unicode-bidi: plaintext; }
pre {
  max-block-size: 24rem;
  padding: 12px 16px;
  overflow: auto;
  border: 1px solid var(--line);
  border-radius: 10px;
  background: var(--surface);
  font-size: .8125rem;
  line-height: 1.5385;
  white-space: pre-wrap;
  unicode-bidi: isolate;
  direction: ltr;
}
.command { display: grid; justify-items: start; gap: 8px; margin-block: 4px; }
.command pre { inline-size: 100%; }
.panel, .card { padding: 16px 20px; border-radius: 12px; }
.panel { background: var(--surface); align-self: start; }
.card { border: 1px solid var(--line); }
.item { display: flex; gap: 16px; }
.item img { flex: none; border-radius: 8px; background: var(--surface-2); object-fit: cover; }
.what { min-inline-size: 0; }
.amounts { display: grid; gap: 8px; margin-block-start: 16px; }
.amounts > div { display: flex; justify-content: space-between; gap: 16px; }
.amounts dd { text-align: end; }
.amounts .total {
  margin-block-start: 8px;
  padding-block-start: 16px;
  border-block-start: 1px solid var(--line);
  font-size: 1.125rem;
  font-weight: 650;
}
.amounts .total dt { color: inherit; }
@media (width < 60rem) { .panel { grid-row: 1; align-self: stretch; } }
@media (width >= 60rem) { .columns { grid-template-columns: minmax(0, 1fr) 340px; gap: 48px; } }
@media (width < 24rem) { .facts > div { grid-template-columns: minmax(0, 1fr); gap: 0; } }`
