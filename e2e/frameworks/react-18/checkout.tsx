import { HostedCheckout } from 'hosted-checkout/react'
import type { Shop } from './main.tsx'

const settings = { checkoutUrl: 'http://localhost:4242/checkout', summary: 'none' } as const

export const Checkout = ({ session, customer, thank }: Shop) => (
  <HostedCheckout {...settings} session={session} customer={customer} onComplete={thank} />
)
