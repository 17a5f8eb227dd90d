/** Type, fields, hints and errors: the same in the page and in the payment frame, so that the frame does not show. */
export const fields = `
*, ::before, ::after { box-sizing: border-box; }
p { margin: 0; }
body, .root {
  color: var(--text);
  font: 400 var(--size)/var(--hc-line-height, 1.5)
    var(--hc-font, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif);
  text-align: start;
  -webkit-text-size-adjust: 100%;
}
.hint { color: var(--muted); }
.hint, .error { font-size: calc(var(--size) * .875); line-height: 1.43; margin-block-start: 4px; }
.field { min-inline-size: 0; }
label, legend {
  display: block; padding: 0; margin-block-end: 4px; font-size: calc(var(--size) * .9375); font-weight: 550;
  line-height: 1.47;
}
input, textarea {
  display: block; inline-size: 100%; min-block-size: var(--field); margin: 0; padding: 11px 14px;
  border: 1px solid var(--control); border-radius: var(--radius);
  background: var(--bg); color: inherit; font: inherit; font-size: max(16px, var(--size)); text-align: start; appearance: none;
}
input:hover, textarea:hover { border-color: var(--text); }
input:focus-visible, textarea:focus-visible {
  border-color: var(--focus); outline: 3px solid var(--focus); outline-offset: -1px;
}
:autofill { box-shadow: 0 0 0 99px var(--info-bg) inset; -webkit-text-fill-color: var(--text); }
[aria-invalid=true] { border-color: var(--danger); outline: 1px solid var(--danger); outline-offset: -2px; }
.error { color: var(--danger); font-weight: 500; }
.error:empty { display: none; }
.error::before {
  content: "!"; display: inline-grid; place-content: center; inline-size: 16px; block-size: 16px; margin-inline-end: 6px;
  border: 1.5px solid; border-radius: 50%; font-size: 11px; font-weight: 700; line-height: 1;
}
`
