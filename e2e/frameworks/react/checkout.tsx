import { type HostedCheckoutElement, loadHostedCheckout } from 'hosted-checkout'
import type {} from 'hosted-checkout/types'
import type { Shop } from './main.tsx'

void loadHostedCheckout('http://localhost:4242/checkout')

export const Checkout = ({ session, customer, thank }: Shop) => {
  const give = (checkout: HostedCheckoutElement | null) =>
    void (checkout && (checkout.customer = customer))
  return <hosted-checkout summary="none" session={session} ref={give} onhc-complete={thank} />
}
