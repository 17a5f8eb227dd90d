import type {} from 'hosted-checkout/types'

// @ts-expect-error: there is no such summary
export const wrongValue = <hosted-checkout summary="some" />

// @ts-expect-error: a property is misspelt
export const wrongName = <hosted-checkout sesion="cs_1" />

// @ts-expect-error: an event never tells the card
export const wrongDetail = <hosted-checkout onhc-complete={({ detail }) => detail.card} />
