/**
 * The colours and measures of every page; `--hc-*` is what a merchant may set, `--_hc-*` what our
 * sheets use: names that no merchant has, since `--hc-bg: var(--bg)` beside a `--bg` of ours would
 * be a cycle.
 */
export const tokens = `
:root, :host {
  --_hc-bg: var(--hc-bg, light-dark(#fff, #0f1218));
  --_hc-text: var(--hc-text, light-dark(#14171f, #eceff5));
  --_hc-muted: var(--hc-muted, light-dark(#566074, #a9b2c3));
  --_hc-line: var(--hc-border, light-dark(#d9dde5, #2e3442));
  --_hc-control: var(--hc-control-border, light-dark(#7a8496, #79839a));
  --_hc-accent: var(--hc-accent, light-dark(#1f4fd8, #8fb0ff));
  --_hc-focus: var(--hc-focus, var(--_hc-accent));
  --_hc-info-bg: light-dark(#eaf0ff, #17233f);
  --_hc-danger: var(--hc-danger, light-dark(#b3261e, #ffb4ab));
  --_hc-success: var(--hc-success, light-dark(#146c43, #7fd6a8));
  --_hc-radius: var(--hc-radius, 10px);
  --_hc-size: var(--hc-font-size, 16px);
  --_hc-leading: var(--hc-line-height, 1.5);
  --_hc-font: var(--hc-font, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif);
  --_hc-field: var(--hc-field-height, 48px);
  --_hc-surface: var(--hc-surface, light-dark(#f6f7f9, #181c25));
  --_hc-surface-2: light-dark(#eceef2, #232835);
  --_hc-on-accent: var(--hc-accent-contrast, light-dark(#fff, #0b1020));
  --_hc-warning: var(--hc-warning, light-dark(#7a4a00, #ffcf87));
  --_hc-warning-bg: light-dark(#fff4e0, #33230a);
}`

/** Of what comes of the form. */
export const outcomeTokens = `
:root, :host {
  --_hc-danger-bg: light-dark(#fdecea, #3a1512);
  --_hc-success-bg: light-dark(#e7f5ee, #0f2c1f);
}`
