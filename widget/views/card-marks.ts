import { html } from 'lit/html.js'

/**
 * The brands that the card fields know, in colours by which people find them. They are words and
 * plain shapes of our own on small cards, and not the brands' artwork. Their names are the same in
 * every language.
 */
export const cardMarks = () =>
  html`<svg id="number-hint" role="img" aria-label="Visa, Mastercard, American Express" viewBox="0 0 116 24" height=1.5em font-weight=800 text-anchor=middle><g id="VISA"><rect x=.5 y=.5 width=35 height=23 rx=4 fill=#fff stroke=#ccd2dc /><text x=18 y=16 font-size=11 font-style=italic fill=#1434cb>VISA</text></g><g id="MC"><rect x=40.5 y=.5 width=35 height=23 rx=4 fill=#fff stroke=#ccd2dc /><circle cx=54 cy=12 r=7 fill=#eb001b /><circle cx=62 cy=12 r=7 fill=#f79e1b /><path d="M58 6.25a7 7 0 0 1 0 11.5a7 7 0 0 1 0-11.5" fill=#ff5f00 /></g><g id="AMEX"><rect x=80 width=36 height=24 rx=4 fill=#016fd0 /><text x=98 y=15.5 font-size=9 fill=#fff>AMEX</text></g></svg>`
