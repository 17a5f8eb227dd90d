import type { Customer } from '../element/messages.ts'
import type { KnownCard } from '../session/checkout-state.ts'

/**
 * The part of Stripe.js that we call (https://docs.stripe.com/js). A script element of the page
 * loads it from Stripe's own address, because Stripe allows no copy of it.
 */
export type StripeError = { type: string; code?: string; message?: string }

export type StripeAppearance = {
  theme: 'stripe' | 'night'
  disableAnimations: boolean
  variables: Record<string, string>
  rules: Record<string, Record<string, string>>
}

export type ElementsOptions = {
  mode: 'payment'
  /** In the units in which Stripe counts this currency. */
  amount: number
  currency: string
  captureMethod: 'manual'
  allowedPaymentMethodTypes: string[]
  locale: string
  appearance: StripeAppearance
}

type PaymentElementOptions = { wallets: Record<'applePay' | 'googlePay' | 'link', 'never'> }

export type StripePaymentElement = {
  mount: (selector: string) => void
  on: (event: 'ready' | 'loaderror', listener: () => void) => void
  focus: () => void
}

/**
 * Apple Pay and Google Pay, if the browser and the account have them
 * (https://docs.stripe.com/js/elements_object/create_express_checkout_element).
 */
type ExpressCheckoutOptions = {
  paymentMethods: Record<'applePay' | 'googlePay', 'auto'> &
    Record<'link' | 'amazonPay' | 'paypal' | 'klarna', 'never'>
  buttonHeight: number
  /** (Default: every country.) */
  allowedShippingCountries?: string[]
} & WalletLook

export type WalletLook = {
  buttonTheme: { applePay: 'black' | 'white'; googlePay: 'black' | 'white' }
}

/** `amount` is in the units in which Stripe counts the currency. */
export type ShippingRate = { id: string; displayName: string; amount: number }

/** What the wallet asks the buyer for. The first rate is chosen until they choose another one. */
export type WalletQuestions = Record<
  'emailRequired' | 'phoneNumberRequired' | 'billingAddressRequired',
  true
> & { shippingAddressRequired?: true; shippingRates?: ShippingRate[] }

/** One of both has to be called within a second, or the wallet does not open. */
export type WalletPress = { resolve: (questions: WalletQuestions) => void; reject: () => void }

/** https://docs.stripe.com/js/elements_object/express_checkout_element_confirm_event */
export type WalletConfirm = {
  paymentFailed: (why: { reason: 'fail' }) => void
  billingDetails?: { name?: string; email?: string; phone?: string }
  shippingAddress?: {
    name?: string
    address: Record<'line1' | 'city' | 'state' | 'postal_code' | 'country', string> & {
      line2: string | null
    }
  }
}

/** Rejected where nothing goes. */
export type WalletAddress = {
  address: { country: string }
  resolve: (offered: { shippingRates: ShippingRate[] }) => void
  reject: () => void
}

type ExpressCheckoutEvents = {
  /** Without `availablePaymentMethods` nothing is shown. */
  ready: { availablePaymentMethods?: Record<string, boolean> }
  click: WalletPress
  shippingaddresschange: WalletAddress
  shippingratechange: { shippingRate: { id: string }; resolve: () => void }
  confirm: WalletConfirm
  cancel: unknown
}

export type StripeExpressCheckout = {
  mount: (selector: string) => void
  update: (look: WalletLook) => void
  on: <Name extends keyof ExpressCheckoutEvents>(
    event: Name,
    listener: (event: ExpressCheckoutEvents[Name]) => void | Promise<void>,
  ) => void
}

type Create = {
  (type: 'payment', options: PaymentElementOptions): StripePaymentElement
  (type: 'expressCheckout', options: ExpressCheckoutOptions): StripeExpressCheckout
}

export type StripeElements = {
  create: Create
  update: (options: Partial<Pick<ElementsOptions, 'amount' | 'locale' | 'appearance'>>) => void
  /** Checks the fields, and shows in them what is wrong. */
  submit: () => Promise<{ error?: StripeError }>
}

/** https://docs.stripe.com/api/confirmation_tokens/object */
type ConfirmationToken = { id: string; payment_method_preview?: { card?: KnownCard } }

export type StripeJs = {
  elements: (options: ElementsOptions) => StripeElements
  /** Stripe merges `params` with what its elements have collected. */
  createConfirmationToken: (of: {
    elements: StripeElements
    params?: { payment_method_data: { billing_details: Customer } }
  }) => Promise<
    { confirmationToken: ConfirmationToken; error?: undefined } | { error: StripeError }
  >
  /** Asks the bank's question over this whole page. Resolves when the buyer is done with it. */
  handleNextAction: (of: { clientSecret: string }) => Promise<{ error?: StripeError }>
}

declare global {
  interface Window {
    /** Missing when the script could not be loaded. */
    Stripe?: (publishableKey: string) => StripeJs
  }
}
