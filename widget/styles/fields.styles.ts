/**
 * Type, fields, hints and errors. They are the same in the page and in the payment frame, so that
 * nobody sees the frame.
 */
const fieldsOf = ({
  body,
  type,
  labels,
  controls,
}: Record<'body' | 'type' | 'labels' | 'controls', string>) => `
*, ::before, ::after { box-sizing: border-box; }
p { margin: 0; }
${body} {
  ${type}
  color: var(--_hc-text);
  -webkit-text-size-adjust: 100%;
}
.hint { color: var(--_hc-muted); }
.hint, .error { font-size: .875em; line-height: 1.43; margin-block-start: 4px; }
${labels} {
  display: block; margin-block-end: 4px; font-size: .9375em; font-weight: 500;
  line-height: 1.47;
}
${controls} {
  display: block;
  inline-size: 100%;
  min-block-size: var(--_hc-field);
  margin: 0;
  padding: 11px 14px;
  border: 1px solid var(--_hc-control);
  border-radius: var(--_hc-radius);
  background: var(--_hc-bg);
  color: inherit;
  font: inherit;
  font-size: max(16px, var(--_hc-size));
  appearance: none;
}
@media (hover: hover) { ${controls}:hover { border-color: var(--_hc-text); } }
${controls}:focus-visible {
  border-color: var(--_hc-focus); outline: 3px solid var(--_hc-focus); outline-offset: -3px;
}
:autofill {
  box-shadow: 0 0 0 99px var(--_hc-info-bg) inset;
  -webkit-text-fill-color: var(--_hc-text);
}
.error { margin-inline-start: 22px; color: var(--_hc-danger); font-weight: 500; }
.error:empty { display: none; }
`

export const fields = fieldsOf({
  body: 'body, .root',
  type: 'font: 400 var(--_hc-size)/var(--_hc-leading) var(--_hc-font);',
  labels: 'label, legend',
  controls: ':is(input, textarea, select)',
})

/**
 * The payment frame has fewer elements, and may refuse the font of the page around it. There are 4
 * px at every side for the focus ring.
 */
export const frameFields = fieldsOf({
  body: 'body',
  type: `
  margin: 0;
  padding: 4px;
  background: var(--_hc-page);
  font: 400 var(--_hc-size)/var(--_hc-leading) var(--_hc-font, system-ui);`,
  labels: 'label',
  controls: 'input',
})

/** What is wrong with a field. Merchants' pages load this after the form. */
export const fieldErrors = `
[aria-invalid=true] {
  border-color: var(--_hc-danger);
  outline: 1px solid var(--_hc-danger);
  outline-offset: -2px;
}
/* The line has the room of these hints, so nothing moves. Screen readers say both. */
:is(#email-hint, #phone-hint):has(+ :not(:empty)) { position: absolute; clip-path: inset(50%); }
.error::before {
  content: "!";
  display: inline-grid;
  place-content: center;
  inline-size: 16px;
  block-size: 16px;
  margin-inline: -22px 6px;
  border: 1.5px solid;
  border-radius: 50%;
  font-size: 11px;
  font-weight: 700;
  line-height: 1;
}
`
