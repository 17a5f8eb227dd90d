/**
 * The frame of every page: the rail, a bar above the page where that is narrow. A row of tabs that is
 * wider than the page has a shadow at the edge behind which it goes on.
 */
export const FRAME = `
.rail {
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: center;
  gap: 4px 16px;
  padding: 8px 16px;
  border-block-end: 1px solid var(--line);
  background: var(--surface);
}
.store {
  font-weight: 650;
  display: -webkit-box;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
  overflow: hidden;
}
.rail nav, .tabs { display: flex; }
.rail nav {
  grid-row: 2;
  grid-column: 1 / -1;
  margin-inline: -12px;
}
.rail nav a, .tabs a {
  display: inline-flex;
  align-items: center;
  padding-inline: 12px;
  font-weight: 550;
  text-decoration: none;
}
.rail nav a { min-block-size: 36px; border-radius: 8px; color: inherit; }
.tabs a { min-block-size: 40px; color: var(--muted); }
.rail nav a:hover { background: var(--surface-2); }
.rail nav a[aria-current] { background: var(--info-bg); color: var(--accent); }
.store img, .logo img { display: block; max-block-size: 28px; max-inline-size: 160px; }
.store img { margin-block-end: 4px; }
.account { display: flex; align-items: center; gap: 12px; font-size: .875rem; line-height: 1.4286; }
.member { color: inherit; }
.member[aria-current] { color: var(--accent); }
.tabs {
  gap: 0 4px;
  margin: -8px -12px 24px;
  border-block-end: 1px solid var(--line);
}
.tabs a:hover { color: var(--text); }
.tabs a[aria-current] { color: var(--accent); box-shadow: inset 0 -2px var(--accent); }
@media (width < 64rem) {
  .rail nav, .tabs {
    --bar: var(--bg);
    overflow-x: auto;
    scrollbar-width: none;
    background:
      linear-gradient(90deg, var(--bar) 50%, transparent) 0 0 / 48px 100% no-repeat local,
      linear-gradient(-90deg, var(--bar) 50%, transparent) 100% 0 / 48px 100% no-repeat local,
      linear-gradient(90deg, var(--control), transparent) 0 0 / 16px 100% no-repeat,
      linear-gradient(-90deg, var(--control), transparent) 100% 0 / 16px 100% no-repeat;
  }
  .rail nav { --bar: var(--surface); }
  .rail nav a, .tabs a { flex: none; }
  .rail nav a:focus-visible, .tabs a:focus-visible { outline-offset: -3px; }
  .member { max-inline-size: 45vw; text-align: end; }
}
@media (width < 30rem) {
  .rail nav { justify-content: space-between; margin-inline: -6px; }
  .rail nav a { padding-inline: 6px; font-size: .8125rem; }
}
main { min-inline-size: 0; padding: 24px 16px 64px; }
.zone { margin-block-start: 32px; }
.app main { max-inline-size: 1120px; }
@media (width >= 64rem) {
  .app { display: grid; grid-template-columns: 224px minmax(0, 1fr); min-block-size: 100vh; }
  .rail {
    position: sticky;
    inset-block-start: 0;
    display: flex;
    flex-direction: column;
    align-items: stretch;
    gap: 16px;
    block-size: 100vh;
    padding: 24px 20px;
    border-block-end: 0;
    border-inline-end: 1px solid var(--line);
    overflow: auto;
  }
  .store { flex: none; -webkit-line-clamp: 4; }
  .rail nav { flex-direction: column; }
  .rail nav a { display: flex; }
  .account { display: grid; justify-items: start; gap: 8px; margin-block-start: auto; }
  main { padding: 32px 32px 64px; }
}
@media (forced-colors: active) {
  :is(.rail, .tabs) a[aria-current]:not(:focus-visible) {
    outline: 1px solid;
    outline-offset: -1px;
  }
}
@media print {
  :root { color-scheme: light; }
  .app { display: block; }
  .rail, .tabs, .skip, .back, .steps, .filters, .actions, .quiet, .button { display: none; }
  main { padding: 0; }
}`
