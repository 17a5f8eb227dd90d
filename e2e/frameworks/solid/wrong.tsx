import type {} from 'hosted-checkout/types/solid'

// @ts-expect-error: there is no such summary
export const wrongValue = <hosted-checkout summary="some" />

// @ts-expect-error: a property is misspelt
export const wrongName = <hosted-checkout sesion="cs_1" />

// @ts-expect-error: an event never tells the card
export const wrongDetail = <hosted-checkout on:hc-complete={({ detail }) => detail.card} />

// @ts-expect-error: there is no such summary
export const wrongAttribute = <hosted-checkout attr:summary="some" />

// @ts-expect-error: a customer has no such name
export const wrongProperty = <hosted-checkout prop:customer={{ nam: 'Ana' }} />
