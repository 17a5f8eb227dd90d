/** The colours and measures of every page; `--hc-*` is what a merchant may set, the short names are what our sheets use. */
export const fieldTokens = `
:root, :host {
  --bg: var(--hc-bg, light-dark(#fff, #0f1218));
  --text: var(--hc-text, light-dark(#14171f, #eceff5));
  --muted: var(--hc-muted, light-dark(#566074, #a9b2c3));
  --line: var(--hc-border, light-dark(#d9dde5, #2e3442));
  --control: var(--hc-control-border, light-dark(#7a8496, #79839a));
  --accent: var(--hc-accent, light-dark(#1f4fd8, #8fb0ff));
  --focus: var(--hc-focus, var(--accent));
  --info-bg: light-dark(#eaf0ff, #17233f);
  --danger: var(--hc-danger, light-dark(#b3261e, #ffb4ab));
  --success: var(--hc-success, light-dark(#146c43, #7fd6a8));
  --radius: var(--hc-radius, 10px);
  --size: var(--hc-font-size, 16px);
  --field: var(--hc-field-height, 48px);
}`

/** What the payment frame has no use for. */
const pageTokens = `
:root, :host {
  --surface: var(--hc-surface, light-dark(#f6f7f9, #181c25));
  --surface-2: light-dark(#eceef2, #232835);
  --on-accent: var(--hc-accent-contrast, light-dark(#fff, #0b1020));
  --danger-bg: light-dark(#fdecea, #3a1512);
  --success-bg: light-dark(#e7f5ee, #0f2c1f);
  --warning: var(--hc-warning, light-dark(#7a4a00, #ffcf87));
  --warning-bg: light-dark(#fff4e0, #33230a);
}`

export const tokens = fieldTokens + pageTokens
