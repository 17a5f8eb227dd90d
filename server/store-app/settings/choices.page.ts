import { checkboxField, csrfField, formField } from '../frame/forms.ts'
import { html } from '../frame/html.ts'
import { redirectWith } from '../frame/notices.ts'
import { pages } from '../frame/pages.ts'
import { type StoreAppContext, type Viewer, actorOf } from '../frame/store-app-context.ts'
import { ownerAction } from '../frame/store-auth.ts'
import type { StoreSettings } from './settings.ts'

export const restartsRoutes = (app: StoreAppContext) =>
  pages(app, {
    '/settings/general/start-again': {
      post: ownerAction(app, async (request, response, viewer) => {
        await app.records.settings.setRestarts(viewer.store.id, {
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

/** The part of Settings → General that says what a buyer may do with a page that is over. */
export const restartsView = (
  { storePath, urls: { baseUrl } }: StoreAppContext,
  viewer: Viewer,
  { restarts }: StoreSettings,
) =>
  html`<section class="beside" aria-labelledby="start-again">
    <h2 id="start-again">Expired and sold-out pages</h2>
    <form class="form" method="post" action="${storePath}/settings/general/start-again" novalidate>
      ${csrfField(viewer)}
      ${checkboxField({
        name: 'startAgain',
        label: 'Buyers may start again',
        isChecked: restarts,
        hint: html`A button there opens a new checkout session: same item, metadata and addresses,
          the price of that moment. Your server has not created it: whoever asks for the session
          they know only never hears of the new one. Follow
          <a href="${baseUrl}/docs">the event <code>checkout.session.restarted</code></a
          >, which names both, or take the id that comes with the success URL.`,
      })}
      <div class="actions"><button class="button">Save this choice</button></div>
    </form>
  </section>`
