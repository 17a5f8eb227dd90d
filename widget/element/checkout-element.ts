import type { ReactiveElement } from '@lit/reactive-element'

/** What a checkout needs of the element that shows it. */
export type CheckoutElement = ReactiveElement & {
  session: string
  checkoutUrl: string
  redirect: 'none' | 'auto'
  disabled: boolean
  fetchSession: (() => Promise<string>) | undefined
  customer: { name?: string; phone?: string } | undefined
}
