import { styleSheet } from '../../web/html.ts'

export const HOME = styleSheet(`
.home, .halves {
  display: grid;
  gap: 32px;
  grid-template-columns: minmax(0, 1fr);
  margin-block-start: 16px;
}
.halves { margin: 0; }
@media (width >= 60rem) { .halves { grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 48px; } }
.attention { border-color: var(--danger); background: var(--danger-bg); }
.attention ul { display: grid; gap: 16px; padding: 0; list-style: none; }
.attention li { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 16px; }
.attention p { flex: 1 1 24rem; }
.attention strong { color: var(--danger); }
.figures {
  display: grid;
  gap: 12px;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 9.5rem), 1fr));
}
.figures > div { padding: 12px 16px; min-inline-size: 0; }
.figure { font-size: 1.375rem; line-height: 1.4; font-weight: 650; }
.note { color: var(--muted); font-size: .875rem; line-height: 1.4286; }
.figures + .hint { margin-block-start: 8px; }
.chart {
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: 4px 12px;
  padding-block: 8px;
}
.chart p {
  color: var(--muted);
  font-size: .8125rem;
  line-height: 1;
  font-variant-numeric: tabular-nums;
}
.scale {
  display: flex;
  flex-direction: column;
  justify-content: space-between;
  align-items: end;
  margin-block: -.5em;
}
.chart svg { display: block; inline-size: 100%; overflow: visible; }
.chart line { stroke: var(--line); vector-effect: non-scaling-stroke; }
.chart .space { fill: transparent; }
.chart .bar { fill: var(--accent); }
.chart g:hover .space { fill: var(--surface-2); }
.days { grid-column: 2; display: flex; justify-content: space-between; padding-block-start: 4px; }
.funnel { display: grid; gap: 12px; }
.funnel > div { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 4px 12px; }
.share { grid-column: 1 / -1; border-radius: 4px; background: var(--surface-2); }
.share svg { display: block; }
.share rect { fill: var(--accent); }
.share .success { fill: var(--success); }
.share .muted { fill: var(--control); }
.funnel + p, .hint + p, .stock + p, .muted + p { margin-block-start: 12px; }
.checklist { display: grid; gap: 16px; margin: 12px 0 0; list-style: none; counter-reset: step; }
.checklist li {
  display: grid;
  gap: 4px;
  padding-inline-start: 40px;
  position: relative;
  counter-increment: step;
}
.checklist li::before {
  content: counter(step) / "";
  position: absolute;
  inset-inline-start: 0;
  inset-block-start: -3px;
  display: grid;
  place-items: center;
  inline-size: 28px;
  block-size: 28px;
  border: 1px solid var(--control);
  border-radius: 50%;
  font-size: .875rem;
  font-weight: 600;
}
.checklist .done { color: var(--muted); }
.checklist .done::before {
  content: "✓" / "";
  border-color: transparent;
  background: var(--success-bg);
  color: var(--success);
}
@media (forced-colors: active) { .chart .bar, .share rect { fill: CanvasText; } }`)
