/** The background colours of text in the accent. */
export const LIGHT = { bg: '#fff', surface: '#f6f7f9' }
export const DARK = { bg: '#0f1218', surface: '#181c25' }

/**
 * The colours and measures of every page. A merchant may set `--hc-*`, and our sheets use
 * `--_hc-*`. No merchant has such names: with a `--bg` of ours, a merchant's `--hc-bg: var(--bg)`
 * would be a cycle.
 *
 * `fill` is the accent as it was chosen, for the button, and `label` is the button's text. `accent`
 * and `on-accent` are what can be read of them. `away` is the colour towards which the button goes
 * under the pointer, away from its text.
 */
export const tokens = `
:root, :host {
  --_hc-bg: var(--hc-bg, light-dark(${LIGHT.bg}, ${DARK.bg}));
  --_hc-text: var(--hc-text, light-dark(#14171f, #eceff5));
  --_hc-muted: var(--hc-muted, light-dark(#566074, #a9b2c3));
  --_hc-line: var(--hc-border, light-dark(#d9dde5, #2e3442));
  --_hc-control: var(--hc-control-border, light-dark(#7a8496, #79839a));
  --_hc-fill: var(--hc-accent, light-dark(#1f4fd8, #8fb0ff));
  --_hc-accent: var(--_hc-fill);
  --_hc-focus: var(--hc-focus, var(--_hc-accent));
  --_hc-info-bg: color-mix(in srgb, var(--_hc-accent) 10%, var(--_hc-bg));
  --_hc-danger: var(--hc-danger, light-dark(#b3261e, #ffb4ab));
  --_hc-success: var(--hc-success, light-dark(#146c43, #7fd6a8));
  --_hc-radius: var(--hc-radius, 10px);
  --_hc-size: var(--hc-font-size, 16px);
  --_hc-leading: var(--hc-line-height, 1.5);
  --_hc-font: var(--hc-font, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif);
  --_hc-field: var(--hc-field-height, 48px);
  --_hc-space: var(--hc-space, 16px);
  --_hc-surface: var(--hc-surface, light-dark(${LIGHT.surface}, ${DARK.surface}));
  --_hc-surface-2: color-mix(in srgb, var(--_hc-text) 8%, var(--_hc-bg));
  --_hc-label: var(--hc-accent-contrast, light-dark(#fff, #0b1020));
  --_hc-on-accent: var(--_hc-label);
  --_hc-away: light-dark(#000, #fff);
  --_hc-warning: var(--hc-warning, light-dark(#7a4a00, #ffcf87));
  --_hc-warning-bg: color-mix(in srgb, var(--_hc-warning) 10%, var(--_hc-bg));
}`

/** For what follows the form. */
export const outcomeTokens = `
:root, :host {
  --_hc-danger-bg: color-mix(in srgb, var(--_hc-danger) 10%, var(--_hc-bg));
  --_hc-success-bg: color-mix(in srgb, var(--_hc-success) 10%, var(--_hc-bg));
}`
