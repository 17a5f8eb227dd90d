import { styleSheet } from '../frame/html.ts'

export const GENERAL = styleSheet(`
.beside { margin-block-start: 48px; }
.beside > h2 + .lead { margin-block-start: 4px; }
.beside .facts + .hint { margin-block: 8px 16px; }
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
.logo img { max-block-size: 28px; max-inline-size: 160px; }`)
