'use client'
import { loadHostedCheckout } from 'hosted-checkout'
import { HostedCheckout } from 'hosted-checkout/react'
import type { Shop } from './app/shop-page.tsx'

void loadHostedCheckout('http://localhost:4242/checkout')

export const Checkout = ({ session, customer, thank }: Shop) => (
  <HostedCheckout summary="none" session={session} customer={customer} onComplete={thank} />
)
