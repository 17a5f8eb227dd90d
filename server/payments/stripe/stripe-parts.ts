import { methodsFor } from '../../checkout/redirect-methods.ts'
import { sessionNotFound } from '../../web/refusals.ts'
import type { ProviderParts } from '../provider-parts.ts'
import { stripeChallengeRoutes } from './stripe-challenge-routes.ts'
import { renderStripeFrame } from './stripe-frame-page.ts'
import { createStripeProvider } from './stripe-provider.ts'
import type { StripeSettings } from './stripe-settings.ts'
import { stripeScript } from './stripe-sources.ts'

type StripeOptions = StripeSettings & {
  /** Where the bank's questions are asked, in the payment frame. */
  challengesUrl: string
  serviceId: string
}

/** Stripe, as the service mounts it (payments §7). */
export function openStripe({
  publishableKey,
  scriptUrl,
  challengesUrl,
  ...options
}: StripeOptions): ProviderParts {
  return {
    provider: createStripeProvider({
      ...options,
      // What stands behind # is never sent to a server: the secret is for the buyer's browser alone.
      returnUrl: ({ id, sessionId }) => `${challengesUrl}/${id}/return?session=${sessionId}`,
      challengeUrl: (attemptId, clientSecret) => `${challengesUrl}/${attemptId}#${clientSecret}`,
    }),
    publishableKey,
    async renderCardFields({ checkout }, page) {
      const session = await checkout.db.findSession(page.sessionId)
      if (!session) throw sessionNotFound()
      const { url, sources } = stripeScript(scriptUrl)
      const { quote } = session
      const methods = methodsFor(session.store.paymentMethods, quote.currency)
      const html = renderStripeFrame({ ...page, publishableKey, scriptUrl: url, quote, methods })
      return { html, sources }
    },
    challengeRoutes: (context) => stripeChallengeRoutes(context, { publishableKey, scriptUrl }),
  }
}
