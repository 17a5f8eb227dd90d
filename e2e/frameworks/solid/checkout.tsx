import { loadHostedCheckout } from 'hosted-checkout'
import type {} from 'hosted-checkout/types/solid'
import type { Shop } from './main.tsx'

void loadHostedCheckout('http://localhost:4242/checkout')

export const Checkout = (shop: Shop) => (
  <hosted-checkout
    attr:summary="none"
    prop:session={shop.session}
    prop:customer={shop.customer}
    on:hc-complete={shop.thank}
  />
)
