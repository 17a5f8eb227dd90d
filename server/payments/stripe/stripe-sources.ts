import type { PolicySources } from '../../web/security-headers.ts'

/**
 * Always from Stripe itself and of the release that belongs to the API version of our SDK
 * (https://docs.stripe.com/js/including).
 */
const STRIPE_JS = 'https://js.stripe.com/endive/stripe.js'

/** https://docs.stripe.com/security/guide#content-security-policy, for Stripe.js with Elements. */
const STRIPE_SOURCES: PolicySources = {
  script: 'https://js.stripe.com https://*.js.stripe.com',
  connect: 'https://api.stripe.com',
  frame: 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
}

/**
 * Where Stripe.js comes from, and whom it talks to; with another address, which is for tests alone,
 * nobody but that one.
 */
export function stripeScript(scriptUrl: string | undefined): {
  url: string
  sources: PolicySources
} {
  if (scriptUrl === undefined) return { url: STRIPE_JS, sources: STRIPE_SOURCES }
  const { origin } = new URL(scriptUrl)
  return { url: scriptUrl, sources: { script: origin, connect: origin, frame: origin } }
}
