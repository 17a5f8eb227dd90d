/**
 * In the place of what Lit does with `static styles` (`@lit/reactive-element/css-tag.js`): the
 * element has none, its sheet comes with the texts or stands in our own page.
 */
export const adoptStyles = () => {}
export const getCompatibleStyle = () => {}
export { adoptStyles as css, adoptStyles as unsafeCSS, adoptStyles as CSSResult }
export const supportsAdoptingStyleSheets = true
