import { styleSheet } from '../../web/html.ts'

/** An address has no spaces, so it breaks anywhere. */
export const WEBHOOKS = styleSheet(`
h1 bdi { overflow-wrap: anywhere; }
.events { gap: 8px; margin: 0; }
.events > legend { margin-block-end: 4px; font-size: inherit; font-weight: 550; }
main > .heading + .actions { margin-block-start: 16px; }
section > .filters { max-inline-size: 24rem; margin-block-start: 12px; }`)
