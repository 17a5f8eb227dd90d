import { styleSheet } from '../../web/html.ts'

/** A screen is drawn larger than it is shown: so that a page for a desk fits beside the form. */
export const BRANDING = styleSheet(`
.branding { display: grid; gap: 32px; grid-template-columns: minmax(0, 1fr); }
.branding > .sections { margin: 0; }
.logos { display: flex; flex-wrap: wrap; gap: 12px; margin-block: 16px; }
.logo {
  display: flex;
  flex: 1 1 14rem;
  align-items: center;
  max-inline-size: 274px;
  min-block-size: 56px;
  padding: 8px 16px;
  border: 1px solid var(--line);
  border-radius: 10px;
}
.logo.light { background: #fff; color: #14171f; }
.logo.dark { background: #0f1218; color: #eceff5; }
.accent { position: relative; }
input[type=color] {
  position: absolute;
  inset-block-start: 30px;
  inset-inline-end: 4px;
  inline-size: 48px;
  min-block-size: 36px;
  padding: 2px;
  border: 0;
  appearance: auto;
  cursor: pointer;
}
[data-picker][hidden] { display: none; }
.preview { margin-block-start: 16px; }
.preview .filters { margin-block: 12px; }
.screen {
  block-size: 660px;
  border: 1px solid var(--control);
  border-radius: 12px;
  overflow: clip;
}
.screen iframe {
  display: block;
  inline-size: 200%;
  block-size: 200%;
  border: 0;
  scale: .5;
  transform-origin: 0 0;
}
@media (max-width: 40rem) {
  .screen { block-size: 420px; }
  .screen iframe { inline-size: 300%; block-size: 300%; scale: .33333; }
}
.preview:has([value=phone]:checked) .screen { block-size: 720px; max-inline-size: 392px; }
.preview:has([value=phone]:checked) iframe { inline-size: 100%; block-size: 100%; scale: 1; }
@media (min-width: 72rem) {
  .branding { grid-template-columns: 17rem minmax(0, 1fr); align-items: start; }
}`)
