export const FIELD_STYLES = `p + .fields { margin-block-start: 8px; }
.fields { border-block-start: 1px solid var(--line); }
.fields > li {
  display: grid;
  gap: 2px;
  padding-block: 12px;
  border-block-end: 1px solid var(--line);
}
.field { display: flex; flex-wrap: wrap; align-items: baseline; column-gap: 8px; }
.name { font-weight: 650; color: var(--text); }
.facts, .optional, .values { font-size: 14px; line-height: 20px; }
.optional { font-style: italic; }
.values { display: flex; flex-wrap: wrap; gap: 8px; margin-block-start: 4px; }
.values code { padding: 0 6px; border-radius: 6px; background: var(--surface-2); }
.case { margin-block: 16px 8px; font-weight: 600; }
details.inner { margin-block-start: 8px; }
details.inner > .fields {
  margin-block-start: 8px;
  padding-inline-start: 16px;
  border-block-start: 0;
  border-inline-start: 2px solid var(--line);
}
details.inner > .fields > li:last-child { border: 0; }
summary {
  inline-size: fit-content;
  padding-block: 2px;
  color: var(--accent);
  font-size: 14px;
  line-height: 20px;
  cursor: pointer;
}
details.errors { margin-block-start: 24px; }
details.errors > summary {
  font-size: 15px;
  line-height: 22px;
  font-weight: 650;
  color: var(--text);
}
.count {
  margin-inline-start: 4px;
  padding: 1px 8px;
  border-radius: 999px;
  background: var(--surface-2);
  color: var(--muted);
  font-weight: 400;
}

table {
  inline-size: 100%;
  margin-block-start: 8px;
  border-collapse: collapse;
  font-size: 15px;
  line-height: 22px;
}
caption { padding-block-end: 8px; text-align: start; font-weight: 650; }
th, td {
  padding: 10px 16px 10px 0;
  border-block-end: 1px solid var(--line);
  text-align: start;
  vertical-align: baseline;
}
th { color: var(--muted); font-size: 14px; font-weight: 600; }
th:last-child, td:last-child { padding-inline-end: 0; }
td:first-child { font-variant-numeric: tabular-nums; white-space: nowrap; }
tr:target { background: var(--info); }

.code { display: grid; align-content: start; gap: 16px; }
.panel {
  overflow: hidden;
  border: 1px solid var(--line);
  border-radius: 12px;
  background: var(--surface);
}
.panel figcaption {
  display: flex;
  justify-content: space-between;
  gap: 16px;
  padding: 8px 16px;
  border-block-end: 1px solid var(--line);
  color: var(--muted);
  font-size: 14px;
  line-height: 20px;
  font-weight: 600;
}
.copy {
  margin: -4px -8px;
  padding: 4px 8px;
  border: 0;
  border-radius: 6px;
  background: none;
  color: var(--accent);
  font: inherit;
  cursor: pointer;
}
.copy:hover { background: var(--surface-2); }
.panel pre {
  max-block-size: 70vh;
  padding: 16px;
  overflow: auto;
  font-size: 13px;
  line-height: 20px;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
}
.panel pre:focus-visible { outline-offset: -3px; border-radius: 0 0 12px 12px; }
.panel code { font-size: inherit; }
.panel .string { color: var(--success); } .panel .number { color: var(--accent); }`
