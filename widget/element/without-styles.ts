/**
 * Replaces what Lit does with `static styles` (`@lit/reactive-element/css-tag.js`). The element has
 * no such styles: its sheet comes with the texts, or is in our own page.
 */
export const adoptStyles = () => {}
export const getCompatibleStyle = () => {}
export { adoptStyles as css, adoptStyles as unsafeCSS, adoptStyles as CSSResult }
export const supportsAdoptingStyleSheets = true
