/**
 * What only the shadow root has: the host itself and its theme. Of what inherits the merchant's page
 * decides no more than whether it is seen, can be pressed, and in which direction it runs; `all`
 * would take the language of the letters, too. The 4 px are for the card fields' focus rings: their
 * frame is that much wider, and would make a page scroll whose edge the element touches.
 *
 * `.root` is the container: a maximum that a merchant sets counts in what the form has room for. It
 * asks for the width of a form, since a container asks for none, which a parent that shrinks to what
 * is in it would give; the host's only column lets it be narrower where there is less.
 */
export const element = `
:host { display: grid; grid-template-columns: minmax(0, 1fr); }
:host([hidden]) { display: none; }
:host(:is([theme=light], [theme=dark])) {
  padding: 24px;
  border-radius: 12px;
  background: var(--_hc-bg);
}
:host([theme=light]) { color-scheme: light; }
:host([theme=dark]) { color-scheme: dark; }
.root {
  container-type: inline-size;
  contain-intrinsic-inline-size: 560px;
  inline-size: 100%;
  padding-inline: 4px;
  text-align: start;
  text-align-last: auto;
  text-shadow: none;
  -webkit-text-fill-color: currentcolor;
  -webkit-text-stroke: 0;
  word-break: normal;
  line-break: auto;
  list-style: outside;
  letter-spacing: normal;
  word-spacing: normal;
  text-transform: none;
  text-indent: 0;
  white-space: normal;
  hyphens: manual;
  cursor: auto;
}
:host(:not([dir])) .root:is([lang|=ar], [lang|=he]) { direction: rtl; }
:host([layout=stack]) .grid { grid-template-columns: minmax(0, 560px); }
@container (min-width: 640px) {
  :host([layout=split]) .grid { grid-template-columns: minmax(300px, 1fr) minmax(0, 380px); }
  :host([layout=split]) .grid > .summary { order: 2; }
}
:host([layout=stack]) .grid > .summary { order: 0; position: static; }
:host([hidden-timer]) .held, :host([summary=none]) .grid > .summary,
:host([summary=compact]) .grid > .summary > .item {
  display: none;
}
.back { margin-block-end: 16px; }
.back a { display: inline-flex; align-items: center; gap: 8px; }
:host([dir=rtl]) .back .icon,
:host(:not([dir])) .root:is([lang|=ar], [lang|=he]) .back .icon { scale: -1 1; }
.skeleton {
  display: grid;
  gap: 16px;
  max-inline-size: 560px;
  visibility: hidden;
  animation: hc-show 0s .4s forwards;
}
.skeleton div {
  block-size: 48px;
  border-radius: var(--_hc-radius);
  background: var(--_hc-surface-2);
}
.skeleton div:first-of-type { block-size: 220px; margin-block-end: 16px; }
@keyframes hc-show { to { visibility: visible; } }
`
