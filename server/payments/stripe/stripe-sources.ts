import type { ListedScript } from '../../contract/listed-script.ts'
import { inPage } from '../../web/answers/listed-script.ts'
import type { PolicySources } from '../../web/answers/security-headers.ts'
import type { WidgetAssets } from '../../web/answers/widget-assets.ts'

/** From Stripe itself, in the release for our SDK (https://docs.stripe.com/js/including). */
const STRIPE_JS = 'https://js.stripe.com/endive/stripe.js'

/** https://docs.stripe.com/security/guide#content-security-policy, for Stripe.js with Elements. */
const STRIPE_SOURCES: PolicySources = {
  script: 'https://js.stripe.com https://*.js.stripe.com',
  connect: 'https://api.stripe.com',
  frame: 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
}

/** Stripe.js and the origins that it needs. For tests: another address and its origin alone. */
export function stripeScript(scriptUrl: string | undefined): {
  url: string
  sources: PolicySources
} {
  if (scriptUrl === undefined) return { url: STRIPE_JS, sources: STRIPE_SOURCES }
  const { origin } = new URL(scriptUrl)
  return { url: scriptUrl, sources: { script: origin, connect: origin, frame: origin } }
}

/** Stripe publishes no hash, and asks for its script to be loaded from its own address. */
export const stripeScripts = ({ framePage }: WidgetAssets, url: string): ListedScript[] => [
  {
    name: 'Stripe.js',
    page: 'Payment frame, bank’s question',
    address: url,
    integrity: null,
    authorizedBy: 'The nonce in the page’s policy, which lets Stripe’s origins alone load more',
    reason: 'Stripe’s card fields, wallets and bank’s question: cards are typed to Stripe alone.',
  },
  inPage(framePage('stripe-frame').script, {
    name: 'Card fields',
    page: 'Payment frame',
    reason: 'Shows Stripe’s fields, and hands over what stands for the card.',
  }),
  inPage(framePage('stripe-challenge').script, {
    name: 'Bank’s question',
    page: 'Bank’s question',
    reason: 'Has Stripe ask what the bank wants to know.',
  }),
]
