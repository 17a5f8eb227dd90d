/**
 * The wallets above the form. Until there is one they take no room, but are drawn: a browser does
 * not run a frame that is not.
 */
export const express = `
[data-express]:not([data-shown]) {
  position: absolute; inset-inline: 0; block-size: 0; overflow: hidden; visibility: hidden;
}
[data-shown] + * { margin-block-start: calc(-1 * var(--_hc-space)); }
.wallets iframe {
  display: block;
  inline-size: calc(100% + 8px);
  min-block-size: 108px;
  margin: -4px;
  border: 0;
  background: none;
}
`
