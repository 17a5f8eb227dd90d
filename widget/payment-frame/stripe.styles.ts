import { bankButton } from '../styles/bank-button.styles.ts'

/**
 * Around Stripe's fields, which style themselves; 4 px for their focus rings as with our own.
 * Stripe's frames say nothing about dark pages, so they are shown as light ones: a browser paints
 * white behind a frame that differs from its surroundings in that.
 */
export const stripeFrame = `
body { margin: 0; padding: 4px; background: var(--_hc-page); color: var(--_hc-text); }
iframe { color-scheme: light; }
/* Whatever Stripe puts there before it says that there is a wallet takes no room. */
.none { block-size: 0; overflow: hidden; visibility: hidden; }
p {
  display: flex;
  align-items: center;
  gap: 12px;
  margin: 16px 0;
  color: var(--_hc-muted);
  font: .875em/1.43 var(--_hc-font);
}
p::before, p::after { content: ""; flex: 1; border-block-start: 1px solid var(--_hc-line); }
`

/** A page of its own in the browser's colours, like a bank's: it lies over the whole checkout. */
export const stripeChallenge = `
:root { color-scheme: light dark; }
* { box-sizing: border-box; }
body {
  margin: 0;
  padding: 32px 24px;
  background: light-dark(#fff, #0f1218);
  color: light-dark(#14171f, #eceff5);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
.page {
  display: grid;
  gap: 16px;
  justify-items: start;
  max-inline-size: 400px;
  margin-inline: auto;
}
h1, p { margin: 0; }
h1 { font-size: 20px; line-height: 28px; }
p { color: light-dark(#566074, #a9b2c3); }
${bankButton}button:focus-visible { outline: 3px solid light-dark(#1f4fd8, #8fb0ff); outline-offset: 2px; }
[hidden] { display: none; }
iframe { color-scheme: light; }
`
