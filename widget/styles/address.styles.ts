/** The fields of an address, of stores that name countries. */
export const address = `
section:has([data-collect]:checked, p[data-collect]) > .address, .field[hidden] { display: none; }
.address { display: flex; flex-wrap: wrap; gap: var(--_hc-space); }
.address > * { flex: 1 1 10em; min-inline-size: 0; }
.address > :has(textarea) { flex-basis: 100%; }
select { appearance: auto; }
label:has(+ :required) .muted { display: none; }
`
