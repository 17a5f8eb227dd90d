import type { Response } from 'express'
import type { StoreSettings } from './settings.ts'
import { csrfField, formField, inputField } from '../frame/forms.ts'
import { html } from '../frame/html.ts'
import { redirectWith } from '../frame/notices.ts'
import { pages } from '../frame/pages.ts'
import { parsePrice, priceText } from '../frame/price.ts'
import { confirmed } from '../frame/step-up.page.ts'
import { type StoreAppContext, type Viewer, actorOf } from '../frame/store-app-context.ts'
import { ownerAction } from '../frame/store-auth.ts'

/** A sum that was typed and not taken. */
export type RefusedLimit = { above: string; error: string }

type SendSettings = (
  response: Response,
  page: { viewer: Viewer; refused: RefusedLimit },
) => Promise<void>

const SENSITIVE = { to: 'change which refunds ask for it', back: '/settings/general' }

export const refundLimitRoutes = (app: StoreAppContext, sendSettings: SendSettings) =>
  pages(app, {
    '/settings/general/refunds': {
      post: ownerAction(
        app,
        confirmed(app, SENSITIVE, async (request, response, viewer) => {
          const above = formField(request, 'above').trim()
          const sum = above === '' ? { amount: null } : parsePrice(above, viewer.store.currency)
          if (sum.amount === undefined)
            return sendSettings(response, { viewer, refused: { above, error: sum.problem } })
          await app.records.settings.set(viewer.store.id, {
            confirmRefundsAbove: sum.amount,
            actor: actorOf(viewer, request),
          })
          return redirectWith(app, response, {
            to: `${app.storePath}/settings/general`,
            kind: 'success',
            text: 'Saved.',
          })
        }),
      ),
    },
  })

/** The part of Settings → General that says which refunds ask for the password. */
export const refundLimitView = (
  { storePath }: StoreAppContext,
  viewer: Viewer,
  {
    saved: { currency, confirmRefundsAbove },
    refused,
  }: { saved: StoreSettings; refused: RefusedLimit | undefined },
) =>
  html`<section class="beside" aria-labelledby="refunds">
    <h2 id="refunds">Refunds</h2>
    <form class="form" method="post" action="${storePath}/settings/general/refunds" novalidate>
      ${csrfField(viewer)}
      ${inputField({
        name: 'above',
        label: `Sum in ${currency} above which a refund asks for the password`,
        value:
          refused?.above ??
          (confirmRefundsAbove === null ? '' : priceText(confirmRefundsAbove, currency)),
        error: refused?.error,
        hint: 'And for the second factor. All refunds of an order count together. 0: always. Empty: never.',
        attributes: html`inputmode="decimal" autocomplete="off"`,
      })}
      <div class="actions"><button class="button">Save the sum</button></div>
    </form>
  </section>`
