import { styleSheet } from '../frame/html.ts'

export const PLAN = styleSheet(`
.plans {
  display: grid;
  gap: 16px;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 16rem), 1fr));
  margin-block-start: 24px;
}
.plan-change { margin-block-start: 24px; }
.plan-change .notice { margin: 0; }
.plan {
  display: grid;
  gap: 12px;
  grid-template-rows: auto 1fr auto;
  padding: 16px 20px;
  border: 1px solid var(--line);
  border-radius: 12px;
}
.plan > * + * { margin: 0; }
.plan .heading { justify-content: space-between; min-block-size: 28px; }
.plan ul { display: grid; gap: 8px; align-content: start; padding: 0; list-style: none; }
.plan li { padding-inline-start: 24px; }
.plan li::before {
  content: "✓" / "";
  float: inline-start;
  margin-inline-start: -24px;
  color: var(--success);
  font-weight: 650;
}
.plan .lacks { color: var(--muted); }
.plan .lacks::before { content: "–" / ""; color: inherit; }`)
