import { sessionNotFound } from '../../checkout/errors.ts'
import { methodsFor } from '../../checkout/payments/redirect-methods.ts'
import type { ProviderParts } from '../provider-parts.ts'
import { stripeChallengeRoutes } from './stripe-challenge-routes.ts'
import { renderStripeFrame } from './stripe-frame-page.ts'
import { createStripeProvider } from './stripe-provider.ts'
import type { StripeSettings } from './stripe-settings.ts'
import { stripeScript, stripeScripts } from './stripe-sources.ts'

type StripeOptions = StripeSettings & {
  /** Where the bank's questions are asked, in the payment frame. */
  challengesUrl: string
  serviceId: string
  /** The record's time, which all processes share. */
  now: () => Date
}

export function openStripeProvider({
  publishableKey,
  scriptUrl,
  challengesUrl,
  ...options
}: StripeOptions): ProviderParts {
  return {
    provider: createStripeProvider({
      ...options,
      // Nothing behind # is sent to a server: only the buyer's browser may know the secret.
      returnUrl: ({ id, sessionId }) => `${challengesUrl}/${id}/return?session=${sessionId}`,
      challengeUrl: (attemptId, clientSecret) => `${challengesUrl}/${attemptId}#${clientSecret}`,
    }),
    publishableKey,
    async renderCardFields({ checkout }, page) {
      const session = await checkout.db.findSession(page.sessionId)
      if (!session) throw sessionNotFound()
      const { url, sources } = stripeScript(scriptUrl)
      const { quote } = session
      const html = renderStripeFrame({
        ...page,
        publishableKey,
        scriptUrl: url,
        quote,
        methods: methodsFor(session.store.paymentMethods, quote.currency),
        countries: session.store.deliveryCountries,
      })
      return { html, sources }
    },
    scripts: (assets) => stripeScripts(assets, stripeScript(scriptUrl).url),
    challengeRoutes: (context) => stripeChallengeRoutes(context, { publishableKey, scriptUrl }),
  }
}
