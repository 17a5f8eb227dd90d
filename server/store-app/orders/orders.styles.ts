import { styleSheet } from '../../web/html.ts'
import { TIMELINE } from '../frame/timeline.ts'

export const ORDERS = styleSheet(`
[data-live-new] td { background: var(--info-bg); }`)

/** For the page of one order. */
export const ORDER = styleSheet(`${TIMELINE.text}
.line { display: block; font-size: .875rem; line-height: 1.4286; }
.amount { white-space: nowrap; }
.sections table { margin-block-start: 12px; }
.sections th { position: static; }
.panel .quiet { margin-block-start: 16px; }
.amounts .kept {
  padding-block-start: 8px;
  border-block-start: 1px solid var(--line);
  font-weight: 650;
}
@media (width >= 40rem) { .sections td .badge { white-space: nowrap; } }
.amounts .disputed { color: var(--warning); font-weight: 600; }
.amounts :is(.kept, .disputed) dt { color: inherit; }
.question { display: grid; gap: 12px; }
.sections .timeline { margin-block-start: 12px; }
.fulfilled {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px 16px;
  margin-block-start: 12px;
}
.sections :is(.form, .facts + .actions, .fulfilled + .actions) { margin-block-start: 12px; }
@media (width >= 40rem) { .sections td { padding-block: 10px; vertical-align: top; } }`)
