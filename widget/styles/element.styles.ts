/**
 * For the shadow root alone: the host and its theme. Of the properties that inherit, the merchant's
 * page decides only whether the element is seen, whether it can be pressed, its font and direction.
 * (`all` would also reset the language of the letters.)
 *
 * `.root` is the container, so a maximum that a merchant sets is the room that the form has. It
 * asks for the width of a form, because a container itself asks for none, and a parent that is as
 * wide as its children would give it none. The host's only column lets it be narrower where there
 * is less room.
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
  font-family: var(--hc-font, inherit);
  inline-size: 100%;
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
:host([summary=compact]) .grid > .summary > :is(.item, details) {
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
