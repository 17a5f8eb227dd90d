import { html } from 'lit/html.js'

/**
 * The brands of cards that the fields know, drawn in the colour of the text around them: words and
 * plain shapes of our own, no brand's artwork; their names are the same in every language.
 */
export const cardMarks = () =>
  html`<svg id="number-hint" role="img" aria-label="Visa, Mastercard, American Express" viewBox="0 0 120 22" height=1.25em fill=currentColor font-weight=800 text-anchor=middle><g id="VISA"><rect width=36 height=22 rx=4 opacity=.1 /><text x=18 y=15 font-size=11 font-style=italic>VISA</text></g><g id="MC"><rect x=40 width=36 height=22 rx=4 opacity=.1 /><circle cx=54 cy=11 r=6 /><circle cx=62 cy=11 r=6 opacity=.5 /></g><g id="AMEX"><rect x=80 width=40 height=22 rx=4 opacity=.1 /><text x=100 y=15 font-size=11>AMEX</text></g></svg>`
