/** For words that are read out and not shown: what follows the selector. */
export const UNSEEN = `{
  position: absolute;
  clip-path: inset(50%);
  inline-size: 1px;
  block-size: 1px;
  overflow: hidden;
  white-space: nowrap;
}`

/** The link to the main part, which shows itself to a keyboard alone. */
export const SKIP_LINK = `.skip {
  position: absolute;
  inset-block-start: -100px;
  inset-inline-start: 16px;
  z-index: 2;
  padding: 8px 16px;
  background: var(--bg);
}
.skip:focus { inset-block-start: 8px; }`
