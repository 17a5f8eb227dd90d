import { checkboxField, csrfField, formField } from '../frame/forms.ts'
import { type Html, html } from '../frame/html.ts'
import { redirectWith } from '../frame/notices.ts'
import { pages } from '../frame/pages.ts'
import { type StoreAppContext, type Viewer, actorOf } from '../frame/store-app-context.ts'
import { ownerAction } from '../frame/store-auth.ts'
import type { StoreSettings } from './settings.ts'

export const choicesRoutes = (app: StoreAppContext) =>
  pages(app, {
    '/settings/general/choices': {
      post: ownerAction(app, async (request, response, viewer) => {
        await app.records.settings.set(viewer.store.id, {
          returnsAtOnce: formField(request, 'returnAtOnce') === 'yes',
          restarts: formField(request, 'startAgain') === 'yes',
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

const CHOICES = ['returnAtOnce', 'startAgain'] as const
type Choice = (typeof CHOICES)[number]

type Words = { label: string; hint: (baseUrl: string) => Html }

const WORDS: Record<Choice, Words> = {
  returnAtOnce: {
    label: 'Buyers go to the success URL as soon as they have paid',
    hint: () =>
      html`Otherwise they see the receipt first and go there after 20 seconds, or when they want to.`,
  },
  startAgain: {
    label: 'Buyers may start again on expired and sold-out pages',
    hint: (baseUrl) =>
      html`On an expired page a button opens a new checkout session: same item, metadata and
        addresses, the price of that moment. Your server has not created it: whoever asks only for
        the session that they know never hears of the new one. Follow
        <a href="${baseUrl}/docs/events">the event <code>checkout.session.restarted</code></a
        >, which names both, or take the id that comes with the success URL. A page that is sold out
        goes on with its own session, at its own price, once the item is there again.`,
  },
}

/** The part of Settings → General that says what buyers see and may do when a session is over. */
export const choicesView = (
  { storePath, urls: { baseUrl } }: StoreAppContext,
  viewer: Viewer,
  { returnsAtOnce, restarts }: StoreSettings,
) =>
  html`<section class="beside" aria-labelledby="choices">
    <h2 id="choices">After the checkout</h2>
    <form class="form" method="post" action="${storePath}/settings/general/choices" novalidate>
      ${csrfField(viewer)}
      ${CHOICES.map((choice) =>
        checkboxField({
          name: choice,
          label: WORDS[choice].label,
          isChecked: choice === 'returnAtOnce' ? returnsAtOnce : restarts,
          hint: WORDS[choice].hint(baseUrl),
        }),
      )}
      <div class="actions"><button class="button">Save these choices</button></div>
    </form>
  </section>`
