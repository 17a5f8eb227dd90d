import { styleSheet } from '../frame/html.ts'

/** A screen is drawn larger than it is shown: so that a page for a desk fits beside the form. */
export const BRANDING = styleSheet(`
.branding { display: grid; gap: 32px; grid-template-columns: minmax(0, 1fr); }
.field[hidden] { display: none; }
input[type=color] { appearance: auto; padding: 4px; cursor: pointer; }
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
