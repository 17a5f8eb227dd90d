/** @import {} from 'hosted-checkout' */
const checkout = document.createElement('hosted-checkout')

// @ts-expect-error: there is no such summary
checkout.summary = 'some'

// @ts-expect-error: a property is misspelt
checkout.sesion = 'cs_1'

// @ts-expect-error: an event never tells the card
checkout.addEventListener('hc-complete', ({ detail }) => detail.card)
