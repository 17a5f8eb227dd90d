/** For forms whose buyer may collect: where that is, and no address to ask for. */
export const collection = `
:is(.option, .method) .place { margin-block-start: 2px; color: var(--_hc-muted); font-size: .875em; line-height: 1.43; }
section:has([data-collect]:checked, p[data-collect]) > .field { display: none; }
`
