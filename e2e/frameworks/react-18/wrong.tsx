import { HostedCheckout } from 'hosted-checkout/react'

// @ts-expect-error: there is no such summary
export const wrongValue = <HostedCheckout summary="some" />

// @ts-expect-error: a property is misspelt
export const wrongName = <HostedCheckout sesion="cs_1" />

// @ts-expect-error: an event never tells the card
export const wrongDetail = <HostedCheckout onComplete={({ detail }) => detail.card} />

// @ts-expect-error: there is no such event
export const wrongEvent = <HostedCheckout onCompleted={() => undefined} />
