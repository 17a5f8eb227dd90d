import { METHOD_NAMES, REDIRECT_METHODS, methodsFor } from '../../checkout/redirect-methods.ts'
import { checkboxField, csrfField, formField } from '../frame/forms.ts'
import { html } from '../frame/html.ts'
import { redirectWith } from '../frame/notices.ts'
import { pages } from '../frame/pages.ts'
import { type StoreAppContext, type Viewer, actorOf } from '../frame/store-app-context.ts'
import { ownerAction } from '../frame/store-auth.ts'
import type { StoreSettings } from './settings.ts'

export const paymentMethodsRoutes = (app: StoreAppContext) =>
  pages(app, {
    '/settings/general/payment-methods': {
      post: ownerAction(app, async (request, response, viewer) => {
        await app.records.settings.set(viewer.store.id, {
          paymentMethods: REDIRECT_METHODS.filter((name) => formField(request, name) === 'yes'),
          actor: actorOf(viewer, request),
        })
        return redirectWith(app, response, {
          to: `${app.storePath}/settings/general`,
          kind: 'success',
          text: 'Saved.',
        })
      }),
    },
  })

/** The part of Settings → General that says what buyers may pay by beside cards. */
export const paymentMethodsView = (
  { storePath }: StoreAppContext,
  viewer: Viewer,
  { paymentMethods, currency }: StoreSettings,
) =>
  html`<section class="beside" aria-labelledby="payment-methods">
    <h2 id="payment-methods">Ways to pay beside cards</h2>
    <p class="muted">
      Where Stripe takes your payments: turn them on in your Stripe account first. Buyers confirm
      them on a page of the provider, and the money is taken at once. What comes after the time to
      pay is over goes back to the buyer by itself.
    </p>
    <form
      class="form"
      method="post"
      action="${storePath}/settings/general/payment-methods"
      novalidate
    >
      ${csrfField(viewer)}
      ${REDIRECT_METHODS.map((name) =>
        checkboxField({
          name,
          label: METHOD_NAMES[name],
          isChecked: paymentMethods.includes(name),
          hint:
            methodsFor([name], currency).length > 0
              ? undefined
              : `It does not take ${currency}: your buyers do not see it.`,
        }),
      )}
      <div class="actions"><button class="button">Save the ways to pay</button></div>
    </form>
  </section>`
