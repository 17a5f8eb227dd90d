import { bankButton } from '../styles/bank-button.styles.ts'

/**
 * What surrounds Stripe's fields, which have their own styles. 4 px are for their focus rings,
 * as with our own fields. Stripe's frames have no colour scheme for dark pages, and a browser
 * paints white behind a frame whose scheme differs. So the frames are shown as light ones.
 */
export const stripeFrame = `
body { margin: 0; padding: 4px; background: var(--_hc-page); color: var(--_hc-text); }
iframe { color-scheme: light; }
/* Stripe fills this place before it says that there is a wallet, so it takes no room. */
.none { block-size: 0; overflow: hidden; visibility: hidden; }
p {
  display: flex;
  align-items: center;
  gap: 12px;
  margin: 16px 0;
  color: var(--_hc-muted);
  font: .875em/1.43 var(--_hc-font);
}
#methods { display: grid; gap: 8px; margin: 0 0 16px; padding: 0; border: 0; }
legend, #blik label { display: block; padding: 0; margin-block-end: 4px; font-weight: 500; }
#methods, #blik { font: 1em/1.5 var(--_hc-font); font-size: max(16px, var(--_hc-size)); }
#methods label {
  display: flex;
  gap: 12px;
  align-items: center;
  min-block-size: var(--_hc-field);
  padding: 8px 14px;
  border: 1px solid var(--_hc-control);
  border-radius: var(--_hc-radius);
  box-sizing: border-box;
  cursor: pointer;
}
@media (hover: hover) { #methods label:hover { border-color: var(--_hc-text); } }
#methods label:has(:checked) {
  border-color: var(--_hc-focus);
  outline: 1px solid var(--_hc-focus);
  outline-offset: -2px;
  background: var(--_hc-info-bg);
}
#methods label:has(:focus-visible), #code:focus-visible {
  outline: 3px solid var(--_hc-focus); outline-offset: -3px;
}
#methods input {
  flex: none;
  inline-size: 20px;
  block-size: 20px;
  margin: 0;
  border: 1px solid var(--_hc-control);
  border-radius: 50%;
  outline: 0;
  appearance: none;
}
#methods :checked { border: 6px solid var(--_hc-focus); }
#code {
  inline-size: 100%;
  min-block-size: var(--_hc-field);
  padding: 11px 14px;
  border: 1px solid var(--_hc-control);
  border-radius: var(--_hc-radius);
  background: var(--_hc-bg);
  color: inherit;
  font: inherit;
  box-sizing: border-box;
  direction: ltr;
}
#code[aria-invalid] { border-color: var(--_hc-danger); }
.hint, .error { margin-block-start: 4px; font: .875em/1.43 var(--_hc-font); color: var(--_hc-muted); }
.error { color: var(--_hc-danger); font-weight: 500; }
#elsewhere, #blik, .express #methods, body:has([name=method]:checked:not([value=card])) #card { display: none; }
body:has([name=method]:checked:is([value=ideal], [value=paypal], [value=pix])) #elsewhere,
body:has([value=blik]:checked) #blik { display: block; }
p::before, p::after { content: ""; flex: 1; border-block-start: 1px solid var(--_hc-line); }
`

/**
 * A page of its own in the browser's colours, like a bank's, because it covers the whole checkout.
 */
export const stripeChallenge = `
:root { color-scheme: light dark; }
* { box-sizing: border-box; }
body {
  margin: 0;
  padding: 24px;
  background: light-dark(#fff, #0f1218);
  color: light-dark(#14171f, #eceff5);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
.page {
  display: grid;
  gap: 16px;
  justify-items: start;
  max-inline-size: 432px;
  margin-inline: auto;
}
h1, p { margin: 0; }
h1 { font-size: 20px; line-height: 28px; }
p { color: light-dark(#566074, #a9b2c3); }
${bankButton}button:focus-visible { outline: 3px solid light-dark(#1f4fd8, #8fb0ff); outline-offset: 2px; }
[hidden] { display: none; }
iframe { color-scheme: light; }
`
