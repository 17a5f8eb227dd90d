import { styleSheet } from './html.ts'

/** The checkout's tokens, one step denser. */
const TOKENS = `
:root { color-scheme: light dark;
  --bg: light-dark(#fff, #0f1218); --surface: light-dark(#f6f7f9, #181c25); --surface-2: light-dark(#eceef2, #232835);
  --text: light-dark(#14171f, #eceff5); --muted: light-dark(#566074, #a9b2c3); --line: light-dark(#d9dde5, #2e3442);
  --control: light-dark(#7a8496, #79839a); --accent: light-dark(#1f4fd8, #8fb0ff); --accent-hover: light-dark(#1a43b8, #a6c0ff);
  --accent-press: light-dark(#15379a, #bcd0ff); --on-accent: light-dark(#fff, #0b1020); --info-bg: light-dark(#eaf0ff, #17233f);
  --danger: light-dark(#b3261e, #ffb4ab); --danger-bg: light-dark(#fdecea, #3a1512);
  --success: light-dark(#146c43, #7fd6a8); --success-bg: light-dark(#e7f5ee, #0f2c1f);
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; }`

const BASICS = `
*, ::before, ::after { box-sizing: border-box; }
body { margin: 0; background: var(--bg); color: var(--text); text-wrap: pretty; overflow-wrap: anywhere;
  font: .9375rem/1.4667 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; -webkit-text-size-adjust: 100%; }
h1, h2, p, dl, dd, pre { margin: 0; }
h1 { font-size: 1.25rem; line-height: 1.4; font-weight: 650; text-wrap: balance; }
h2 { font-size: 1.125rem; line-height: 1.4444; font-weight: 650; }
a { color: var(--accent); text-underline-offset: 2px; }
a:hover { color: var(--accent-hover); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
main:focus { outline: 0; }
time, .number, dd { font-variant-numeric: tabular-nums; }
time { overflow-wrap: normal; }
code, pre, .order-number { font-family: var(--mono); }
.muted { color: var(--muted); }
.strong { font-weight: 650; }
.button, .quiet { display: inline-flex; align-items: center; justify-content: center; padding: 8px 20px;
  border: 1px solid transparent;
  border-radius: 10px; font: inherit; font-weight: 600; text-decoration: none; cursor: pointer; }
.button { min-block-size: 44px; background: var(--accent); color: var(--on-accent); }
.button:hover { background: var(--accent-hover); color: var(--on-accent); }
.button:active { background: var(--accent-press); }
.quiet { min-block-size: 36px; padding: 4px 12px; border-color: var(--control); background: none; color: inherit;
  font-weight: 550; }
.quiet:hover { background: var(--surface-2); }
.skip { position: absolute; inset-block-start: -100px; inset-inline-start: 16px; z-index: 2; padding: 8px 16px;
  background: var(--bg); }
.skip:focus { inset-block-start: 8px; }`

const FRAME = `
.rail { display: grid; grid-template-columns: minmax(0, 1fr) auto; align-items: center; gap: 4px 16px; padding: 8px 16px;
  border-block-end: 1px solid var(--line); background: var(--surface); }
.store { font-weight: 650; }
.store, .email { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; }
.rail nav { grid-row: 2; grid-column: 1 / -1; margin-inline: -12px; }
.rail nav a { display: inline-flex; align-items: center; min-block-size: 36px; padding-inline: 12px; border-radius: 8px;
  color: inherit;
  font-weight: 550; text-decoration: none; }
.rail nav a:hover { background: var(--surface-2); }
.rail nav a[aria-current] { background: var(--info-bg); color: var(--accent); }
.account .email { display: none; }
main { min-inline-size: 0; padding: 24px 16px 64px; }
.app main { max-inline-size: 1120px; }
@media (width >= 52.5rem) {
  .app { display: grid; grid-template-columns: 224px minmax(0, 1fr); min-block-size: 100vh; }
  .rail { position: sticky; inset-block-start: 0; display: flex; flex-direction: column; align-items: stretch; gap: 16px;
    block-size: 100vh; padding: 24px 20px; border-block-end: 0; border-inline-end: 1px solid var(--line); overflow: auto; }
  .store, .email { -webkit-line-clamp: 4; }
  .rail nav { margin-inline: -12px; }
  .rail nav a { display: flex; }
  .account { display: grid; justify-items: start; gap: 8px; margin-block-start: auto; font-size: .875rem; line-height: 1.4286; }
  .account .email { display: -webkit-box; }
  main { padding: 32px 32px 64px; }
}`

const ALONE = `
.alone { display: grid; justify-content: center; grid-template-columns: minmax(0, 400px);
  padding-block-start: clamp(24px, 12vh, 96px); }
.sign-in, .sign-in form, .message, .empty { display: grid; gap: 16px; }
.sign-in h1 { font-size: 1.75rem; line-height: 1.2857; }
.brand { color: var(--muted); font-weight: 550; }
.sign-in form { margin-block-start: 8px; }
.sign-in .button { min-block-size: 48px; margin-block-start: 8px; }
label { display: block; margin-block-end: 4px; font-weight: 550; }
input { display: block; inline-size: 100%; min-block-size: 48px; padding: 11px 14px; border: 1px solid var(--control);
  border-radius: 10px;
  background: var(--bg); color: inherit; font: inherit; font-size: 1rem; appearance: none; }
input[type=hidden] { display: none; }
input:hover { border-color: var(--text); }
input:focus-visible { border-color: var(--accent); outline-offset: -1px; border-radius: 10px; }
:autofill { box-shadow: 0 0 0 99px var(--info-bg) inset; -webkit-text-fill-color: var(--text); }
.notice { padding: 12px 16px; border-inline-start: 4px solid var(--danger); border-radius: 4px; background: var(--danger-bg); }
.app .notice { margin-block-start: 16px; }
.notice strong { color: var(--danger); }
.message { max-inline-size: 560px; }
.lead { margin-block-start: 4px; color: var(--muted); }`

const LIST = `
table { inline-size: 100%; margin-block-start: 16px; border-collapse: collapse; }
.empty { justify-items: start; margin-block-start: 16px; padding: 24px; border: 1px solid var(--line); border-radius: 12px; }
.variant { display: block; font-size: .875rem; line-height: 1.4286; }
.steps { display: flex; flex-wrap: wrap; gap: 8px 24px; margin-block-start: 16px; }
.step { display: inline-flex; align-items: center; min-block-size: 36px; font-weight: 550; }
td .order-number { display: inline-block; padding-block: 3px; white-space: nowrap; }
@media (width < 40rem) {
  thead { position: absolute; clip-path: inset(50%); inline-size: 1px; block-size: 1px; overflow: hidden; }
  table, tbody { display: block; }
  tbody { display: grid; gap: 12px; }
  tr { display: grid; padding: 8px 16px; border: 1px solid var(--line); border-radius: 12px; }
  td { display: grid; grid-template-columns: 5.5rem minmax(0, 1fr); gap: 12px; padding-block: 4px; align-items: baseline; }
  td::before { content: attr(data-label); color: var(--muted); font-size: .875rem; }
  td.number { font-weight: 650; }
}
@media (width >= 40rem) {
  th { position: sticky; inset-block-start: 0; background: var(--surface); color: var(--muted); font-size: .875rem;
    font-weight: 600;
    block-size: 44px; text-align: start; box-shadow: inset 0 -1px var(--line); }
  td { block-size: 44px; border-block-end: 1px solid var(--line); }
  th, td { padding: 8px 12px; }
  th:first-child { border-start-start-radius: 10px; }
  th:last-child { border-start-end-radius: 10px; }
  th.number, td.number { text-align: end; }
  td.number { white-space: nowrap; }
  tbody tr:hover { background: var(--surface); }
  th { white-space: nowrap; }
  td[data-label=Customer], td[data-label=Item], td[data-label=Problem], td[data-label=Outcome] { min-inline-size: 8rem; }
}`

const ORDER = `
.back a { display: inline-block; padding-block: 7px; }
.back a::before { content: "←" / ""; display: inline-block; margin-inline-end: 8px; }
.heading { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 16px; }
.badge { display: inline-flex; align-items: center; gap: 8px; padding: 2px 12px; border-radius: 999px;
  background: var(--success-bg);
  color: var(--success); font-size: .875rem; font-weight: 600; }
.badge::before { content: ""; inline-size: 8px; block-size: 8px; border-radius: 50%; background: currentColor; }
.columns, .sections { display: grid; gap: 32px; grid-template-columns: minmax(0, 1fr); align-content: start; }
.columns { margin-block-start: 24px; }
section > h2 + * { margin-block-start: 12px; }
.facts { display: grid; gap: 8px; }
.facts > div { display: grid; grid-template-columns: 8.5rem minmax(0, 1fr); gap: 12px; }
dt { color: var(--muted); }
.text { white-space: pre-line; }
.text bdi { unicode-bidi: plaintext; }
pre { max-block-size: 24rem; padding: 12px 16px; overflow: auto; border: 1px solid var(--line); border-radius: 10px;
  background: var(--surface);
  font-size: .8125rem; line-height: 1.5385; white-space: pre-wrap; unicode-bidi: isolate; direction: ltr; }
.panel { padding: 16px 20px; border-radius: 12px; background: var(--surface); align-self: start; }
.item { display: flex; gap: 16px; }
.item img { flex: none; border-radius: 8px; background: var(--surface-2); object-fit: cover; }
.what { min-inline-size: 0; }
.amounts { display: grid; gap: 8px; margin-block-start: 16px; }
.amounts > div { display: flex; justify-content: space-between; gap: 16px; }
.amounts dd { text-align: end; }
.amounts .total { margin-block-start: 8px; padding-block-start: 16px; border-block-start: 1px solid var(--line);
  font-size: 1.125rem; font-weight: 650; }
.amounts .total dt { color: inherit; }
@media (width < 60rem) { .panel { grid-row: 1; align-self: stretch; } }
@media (width >= 60rem) { .columns { grid-template-columns: minmax(0, 1fr) 340px; gap: 48px; } }
@media (width < 24rem) { .facts > div { grid-template-columns: minmax(0, 1fr); gap: 0; } }
@media (forced-colors: active) { .rail nav a[aria-current] { outline: 1px solid; } .badge::before { background: CanvasText; } }`

/** One sheet for all pages, as part of each. */
export const STYLES = styleSheet(TOKENS + BASICS + FRAME + ALONE + LIST + ORDER)
