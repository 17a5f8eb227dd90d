/** For a summary that is too long for a phone and folds there. */
export const fold = `
summary { display: flex; justify-content: space-between; font-weight: 600; cursor: pointer; }
summary::after {
  content: ""; inline-size: 8px; block-size: 8px; margin: 6px 4px;
  border: solid; border-width: 0 1.5px 1.5px 0; rotate: 45deg;
}
[open] > summary { margin-block-end: 12px; }
[open] > summary::after { margin-block-start: 10px; rotate: 225deg; }
@supports selector(::details-content) {
  @container (min-width: 600px) {
    summary { display: none; }
    ::details-content { content-visibility: visible; }
  }
}
details + dl { margin-block-start: 20px; }
`
