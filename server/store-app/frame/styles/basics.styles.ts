import { SKIP_LINK, UNSEEN } from '../../../web/answers/unseen.styles.ts'

/** The sizes and colours of the checkout, each size one step smaller. */
export const TOKENS = `
:root {
  color-scheme: light dark;
  --bg: light-dark(#fff, #0f1218);
  --surface: light-dark(#f6f7f9, #181c25);
  --surface-2: light-dark(#eceef2, #232835);
  --text: light-dark(#14171f, #eceff5);
  --muted: light-dark(#566074, #a9b2c3);
  --line: light-dark(#d9dde5, #2e3442);
  --control: light-dark(#7a8496, #79839a);
  --accent: light-dark(#1f4fd8, #8fb0ff);
  --accent-hover: light-dark(#1a43b8, #a6c0ff);
  --accent-press: light-dark(#15379a, #bcd0ff);
  --on-accent: light-dark(#fff, #0b1020);
  --info-bg: light-dark(#eaf0ff, #17233f);
  --danger: light-dark(#b3261e, #ffb4ab);
  --danger-bg: light-dark(#fdecea, #3a1512);
  --warning: light-dark(#7a4a00, #ffcf87);
  --warning-bg: light-dark(#fff4e0, #33230a);
  --success: light-dark(#146c43, #7fd6a8);
  --success-bg: light-dark(#e7f5ee, #0f2c1f);
  --measure: 640px;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
}`

export const BASICS = `
*, ::before, ::after { box-sizing: border-box; }
body {
  margin: 0;
  background: var(--bg);
  color: var(--text);
  text-wrap: pretty;
  overflow-wrap: anywhere;
  font: .9375rem/1.4667 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  -webkit-text-size-adjust: 100%;
}
h1, h2, h3, p, dl, dd, pre, ul, fieldset { margin: 0; }
fieldset { padding: 0; border: 0; min-inline-size: 0; }
legend { padding: 0; font-weight: 650; }
h3 { font-size: .9375rem; line-height: 1.4667; font-weight: 650; }
h1 { font-size: 1.25rem; line-height: 1.4; font-weight: 650; text-wrap: balance; }
h2 { font-size: 1.125rem; line-height: 1.4444; font-weight: 650; }
a { color: var(--accent); text-underline-offset: 2px; }
a:hover { color: var(--accent-hover); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
main:focus { outline: 0; }
time, .number, dd { font-variant-numeric: tabular-nums; }
time { overflow-wrap: normal; unicode-bidi: plaintext; }
code, pre, .order-number { font-family: var(--mono); }
summary { inline-size: fit-content; padding-block: 8px; color: var(--accent); cursor: pointer; }
.muted { color: var(--muted); }
.strong { font-weight: 650; }
.email { overflow-wrap: break-word; }
.button, .quiet {
  display: inline-flex;
  align-items: center;
  justify-content: center;
  min-block-size: 44px;
  padding: 8px 20px;
  border: 1px solid transparent;
  border-radius: 10px;
  font: inherit;
  font-weight: 600;
  text-decoration: none;
  cursor: pointer;
}
.button { background: var(--accent); color: var(--on-accent); }
.button:hover { background: var(--accent-hover); color: var(--on-accent); }
.button:active { background: var(--accent-press); }
.quiet {
  padding-inline: 12px;
  border-color: var(--control);
  background: none;
  color: inherit;
  font-weight: 550;
}
:is(td, .rail, .copy, .command, .options, .attention) .quiet {
  min-block-size: 36px;
  padding-block: 4px;
}
.quiet:hover { background: var(--surface-2); color: inherit; }
.danger-button { background: var(--danger); color: var(--bg); }
.danger-button:hover { background: var(--danger); color: var(--bg); filter: brightness(.9); }
.actions { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 12px; }
.lead { margin-block-start: 4px; color: var(--muted); }
.visually-hidden ${UNSEEN}
${SKIP_LINK}`
