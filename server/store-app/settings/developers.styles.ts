import { styleSheet } from '../../web/html.ts'

export const DEVELOPERS = styleSheet(`
.developers { margin-block-start: 24px; }
.developers > .notice { margin: 0; }
.developers h2 + .notice { margin-block: 12px 0; }
.keys {
  display: grid;
  gap: 16px;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr));
}
.key {
  display: flex;
  flex-direction: column;
  gap: 12px;
}
.key > p:last-child { margin-block-start: auto; }
.key > h3 + * { margin: -8px 0 0; }
.key .hint { margin: -8px 0 0; }
.key .facts > div { grid-template-columns: 5.5rem minmax(0, 1fr); }
.origins { display: grid; max-inline-size: var(--measure); }
.origins form { flex: none; }
.origins code { min-inline-size: 0; overflow-wrap: anywhere; }
section > .calls { display: grid; gap: 4px; margin-block-start: 8px; padding-inline-start: 20px; }
.steps-to-do { display: grid; gap: 24px; padding-inline-start: 20px; }
.steps-to-do li > * + * { margin-block-start: 8px; }`)

/** A route and an id break where their parts end, nowhere else. */
export const REQUEST_LOG = styleSheet(`
td code { font-size: .8125rem; }
@media (width < 40rem) { td.number { font-weight: inherit; } }
@media (width >= 40rem) { td { overflow-wrap: normal; } }`)

/** Addresses and hashes break anywhere, so that the reasons have room. */
export const SCRIPTS = styleSheet(`
.line { display: block; }
td { vertical-align: top; }
td code { font-size: .8125rem; overflow-wrap: anywhere; }`)
