import { styleSheet } from '../frame/html.ts'

export const ORDERS = styleSheet(`
.order-filter .filters:first-child .field { flex: 1 1 12rem; }
.order-filter .clear { min-block-size: 44px; }
.order-filter details { margin-block-start: 8px; }
.order-filter summary {
  inline-size: fit-content;
  padding-block: 8px;
  color: var(--accent);
  font-weight: 550;
  cursor: pointer;
}
.order-filter details .filters { align-items: start; margin-block-start: 4px; }
[data-live-new] td { background: var(--info-bg); }`)
