import { SKIP_LINK, UNSEEN } from '../../server/web/answers/unseen.styles.ts'
import { GUIDE_STYLES } from './guide.styles.ts'
import { FIELD_STYLES } from './reference-field.styles.ts'

/** The style sheet of the documentation. Its three columns become one on narrow screens. */
export const STYLES = `
:root {
  color-scheme: light dark;
  --bg: light-dark(#fff, #0f1218);
  --surface: light-dark(#f6f7f9, #181c25);
  --surface-2: light-dark(#eceef2, #232835);
  --text: light-dark(#14171f, #eceff5);
  --muted: light-dark(#566074, #a9b2c3);
  --line: light-dark(#d9dde5, #2e3442);
  --accent: light-dark(#1f4fd8, #8fb0ff);
  --info: light-dark(#eaf0ff, #17233f);
  --danger: light-dark(#b3261e, #ffb4ab);
  --success: light-dark(#146c43, #7fd6a8);
  --success-bg: light-dark(#e7f5ee, #0f2c1f);
  --warning: light-dark(#7a4a00, #ffcf87);
  --warning-bg: light-dark(#fff4e0, #33230a);
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
* { box-sizing: border-box; }
html { scroll-padding-block-start: 80px; }
body { margin: 0; background: var(--bg); color: var(--text); text-wrap: pretty;
  font: 16px/24px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
h1, h2, h3, h4, p, ul, figure, pre, table { margin: 0; padding: 0; }
h1, h2, h3, h4 { font-weight: 650; text-wrap: balance; }
h1 { font-size: 28px; line-height: 36px; }
h2 { font-size: 20px; line-height: 28px; }
h3 { font-size: 18px; line-height: 26px; }
h4 { font-size: 15px; line-height: 22px; margin-block: 24px 8px; }
ul { list-style: none; }
a { color: var(--accent); text-underline-offset: 2px; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
code, pre { font-family: var(--mono); font-size: .875em; }
p code, li code, td code { overflow-wrap: anywhere; }
.unseen ${UNSEEN}
${SKIP_LINK}

.top {
  position: relative;
  z-index: 2;
  display: flex;
  align-items: center;
  gap: 24px;
  min-block-size: 56px;
  padding-inline: 16px;
  background: var(--bg);
  border-block-end: 1px solid var(--line);
}
.top a { padding-block: 4px; }
.brand { margin-inline-end: auto; color: var(--text); font-weight: 650; text-decoration: none; }
.brand span { color: var(--muted); font-weight: 400; }

.search { flex: 0 1 240px; min-inline-size: 0; }
.search input { inline-size: 100%; padding: 5px 12px; border: 1px solid var(--muted); border-radius: 8px;
  background: var(--bg); color: inherit; font: inherit; }
.search ul { display: none; position: absolute; inset-block-start: calc(100% + 4px); inset-inline-end: 16px;
  inline-size: min(400px, calc(100vw - 32px)); max-block-size: 70vh; overflow: auto; padding: 8px;
  border: 1px solid var(--line); border-radius: 12px; background: var(--bg); box-shadow: 0 8px 24px #0003; }
.search:focus-within ul:not(:empty) { display: block; }
.search ul a { display: block; padding: 8px; border-radius: 8px; color: var(--text); font-weight: 600;
  text-decoration: none; }
.search ul a:is(:hover, :focus) { background: var(--surface-2); }
.search ul span { color: var(--muted); font-size: 14px; font-weight: 400; }
@media (scripting: none) { .search, .copy { display: none; } }

#contents { padding: 8px 16px; border-block-end: 1px solid var(--line); font-size: 15px; line-height: 22px;
  position: sticky; inset-block-start: 0; z-index: 1; max-block-size: 100vh; overflow: auto;
  background: var(--bg); }
#contents summary { padding-block: 8px; font-weight: 650; cursor: pointer; }
.part { margin-block: 16px 4px; padding-inline: 12px; color: var(--muted); font-size: 13px; font-weight: 600; }
.nav-title { margin-block-start: 12px; font-weight: 600; }
#contents a {
  display: flex;
  align-items: baseline;
  justify-content: space-between;
  gap: 8px;
  padding: 4px 12px;
  border-radius: 8px;
  color: var(--muted);
  text-decoration: none;
}
#contents a[aria-current] { background: var(--info); color: var(--accent); font-weight: 600; }
#contents .nav-title a { color: var(--text); }
#contents a:hover { background: var(--surface-2); color: var(--text); }
.here { margin-block: 4px 12px; margin-inline-start: 12px; padding-inline-start: 4px;
  border-inline-start: 1px solid var(--line); }
#contents .here .nav-title { font-weight: 400; margin-block-start: 0; }
#contents .here .nav-title:has(+ ul:not(:empty)) { margin-block-start: 12px; font-weight: 600; }
#contents .here .nav-title:has(+ ul:empty) a { color: var(--muted); }
#contents .method.method { padding: 0; background: none; color: inherit; font-weight: 400; }
#contents { scroll-target-group: auto; }
#contents .here a:target-current { background: var(--info); color: var(--accent); }

main { min-inline-size: 0; padding: 24px 16px 64px; }
.topics > section, .group > header { max-inline-size: 640px; }
main > .introduction { padding-block: 0; border: 0; }
.introduction > .text { display: grid; align-content: start; gap: 16px; }
.lead { color: var(--muted); }
.introduction .lead { font-size: 18px; line-height: 26px; }
.topics { display: grid; gap: 32px; margin-block-start: 24px; }
.topics > section, .topics ul { display: grid; align-content: start; gap: 12px; }
.topics li { padding-inline-start: 16px; border-inline-start: 2px solid var(--line); }
.group {
  margin-block-start: 64px;
  padding-block-start: 32px;
  border-block-start: 1px solid var(--line);
}
.group > header { display: grid; gap: 12px; margin-block-end: 32px; }
.operation {
  display: grid;
  gap: 24px;
  padding-block: 40px;
  border-block-start: 1px solid var(--line);
}
.group > header + .operation { padding-block-start: 8px; border: 0; }
.operation > * { min-inline-size: 0; }
h3 a { color: inherit; text-decoration: none; }
h3 a:hover { text-decoration: underline; }
.address {
  display: flex;
  align-items: baseline;
  gap: 8px;
  margin-block: 8px 12px;
  overflow-wrap: anywhere;
}
.introduction .address { margin: 0; }
.server, .credential, .facts, .optional { color: var(--muted); }
.credential { margin-block-start: 4px; }
.method {
  flex: none;
  padding: 2px 8px;
  border-radius: 6px;
  font: 600 12px/18px var(--mono);
  background: var(--info);
  color: var(--accent);
}
.method.post { background: var(--success-bg); color: var(--success); }
.method.put, .method.patch { background: var(--warning-bg); color: var(--warning); }

${FIELD_STYLES}
${GUIDE_STYLES}
@media (min-width: 60rem) {
  .top { position: sticky; inset-block-start: 0; padding-inline: 32px; }
  .search { position: relative; }
  .search ul { inset-inline-end: 0; }
  .page {
    display: grid;
    grid-template-columns: 256px minmax(0, 1fr);
    max-inline-size: 1440px;
    margin-inline: auto;
  }
  #contents {
    inset-block-start: 57px;
    align-self: start;
    max-block-size: calc(100vh - 57px);
    padding: 8px 12px 32px 20px;
    border: 0;
    border-inline-end: 1px solid var(--line);
  }
  main { padding: 40px 32px 96px 40px; }
  @supports selector(::details-content) {
    #contents details::details-content { content-visibility: visible; block-size: auto; }
    #contents summary { display: none; }
  }
}
@media (min-width: 75rem) {
  .operation { grid-template-columns: minmax(0, 1fr) minmax(0, 440px); gap: 48px; }
  main > .introduction {
    grid-template: "text code" auto "topics code" 1fr / minmax(0, 1fr) minmax(0, 440px);
    row-gap: 24px;
  }
  main > .introduction:not(:has(> .code)) { grid-template: "text" auto "topics" 1fr / minmax(0, 1fr); }
  .introduction:not(:has(> .code)) > .text { max-inline-size: 640px; }
  .introduction:not(:has(> .code)) > .topics { grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 32px 48px; }
  .introduction > .code { grid-area: code; }
  .introduction > .topics { grid-area: topics; }
  .code {
    position: sticky;
    inset-block-start: 80px;
    align-self: start;
    max-block-size: calc(100vh - 104px);
    overflow: auto;
  }
}
@media (max-width: 32rem) {
  .brand span { display: none; }
  :is(:not(.guide) > table, .guide > table:has(th:nth-child(3))) thead { position: absolute; clip-path: inset(50%); }
  :is(:not(.guide) > table, .guide > table:has(th:nth-child(3))) tr {
    display: grid;
    grid-template-columns: 40px 1fr;
    gap: 0 8px;
    padding-block: 10px;
    border-block-end: 1px solid var(--line);
  }
  :is(:not(.guide) > table, .guide > table:has(th:nth-child(3))) td { padding: 0; border: 0; }
  :is(:not(.guide) > table, .guide > table:has(th:nth-child(3))) td:last-child { grid-column: 2; }
  .guide > table:has(th:nth-child(4)) :is(tr, td) { display: block; }
  .guide > table:has(th:nth-child(4)) td:first-child { font-weight: 600; }
}
`
