/** Declarations for text that only screen readers get. */
export const UNSEEN = `{
  position: absolute;
  clip-path: inset(50%);
  inline-size: 1px;
  block-size: 1px;
  overflow: hidden;
  white-space: nowrap;
}`

/** A link to the main part that shows when it has the focus. */
export const SKIP_LINK = `.skip {
  position: absolute;
  inset-block-start: -100px;
  inset-inline-start: 16px;
  z-index: 2;
  padding: 8px 16px;
  background: var(--bg);
}
.skip:focus { inset-block-start: 8px; }`
