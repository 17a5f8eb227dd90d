import { styleSheet } from '../../../web/html.ts'

/** Pages that are one form, for who is not signed in. They have it after the sheet of all pages. */
export const ALONE = styleSheet(`
.alone, .alone form { display: grid; gap: 16px; }
.alone {
  justify-content: center;
  grid-template-columns: minmax(0, 400px);
  padding-block-start: clamp(24px, 12vh, 96px);
}
.alone h1 { font-size: 1.75rem; line-height: 1.2857; }
.alone form { margin-block-start: 8px; }
.alone .button { min-block-size: 48px; margin-block-start: 8px; }
.alone input { min-block-size: 48px; }
.brand { color: var(--muted); font-weight: 550; }`)
