import type { Response } from 'express'
import { CURRENCIES, currencyDigits, isCurrency } from '../../checkout/money.ts'
import type { StoreSettings } from './settings.ts'
import { csrfField, errorSummary, formField, selectField } from '../frame/forms.ts'
import { type Html, html } from '../frame/html.ts'
import { redirectWith } from '../frame/notices.ts'
import { priceText } from '../frame/price.ts'
import { pages } from '../frame/pages.ts'
import { type StoreAppContext, type Viewer, actorOf } from '../frame/store-app-context.ts'
import { ownerAction, ownerPage } from '../frame/store-auth.ts'
import { sendSettings } from '../frame/settings-frame.ts'

/** The currency has a page of its own: from the first order on it cannot be changed. */
export function currencyRoutes(app: StoreAppContext) {
  const { settings } = app.records
  return pages(app, {
    '/settings/general/currency': {
      get: ownerPage(app, async (_request, response, viewer) => {
        sendCurrency(app, response, { viewer, saved: await settings.findGeneral(viewer.store.id) })
      }),
      post: ownerAction(app, async (request, response, viewer) => {
        const { id } = viewer.store
        const currency = formField(request, 'currency')
        const isChanged =
          isCurrency(currency) &&
          (await settings.changeCurrency(id, { currency, actor: actorOf(viewer, request) }))
        if (isChanged) {
          const text = `The currency is ${currencyName(currency)}.`
          return redirectWith(app, response, {
            to: `${app.storePath}/settings/general`,
            kind: 'success',
            text,
          })
        }
        return sendCurrency(app, response.status(422), {
          viewer,
          saved: await settings.findGeneral(id),
          wanted: currency,
        })
      }),
    },
  })
}

const names = new Intl.DisplayNames('en', { type: 'currency' })

/** Says, for example, "Euro (EUR)". */
const currencyName = (code: string) => `${names.of(code)} (${code})`

const OPTIONS = CURRENCIES.map((code) => ({ value: code, text: currencyName(code) })).toSorted(
  (one, other) => one.text.localeCompare(other.text, 'en'),
)

/** What keeps the currency, whichever one is wanted. */
function whyHeld(
  { storePath }: StoreAppContext,
  { currency, hold }: StoreSettings,
): Html | undefined {
  if (hold.orders) return html`The currency stays ${currency}: there is an order.`
  if (!hold.sessions) return undefined
  return html`The currency stays ${currency} while a checkout is open: let it end, or end it under
    <a href="${storePath}/sessions">Sessions</a>.`
}

function whyRefused({ currency }: StoreSettings, wanted: string) {
  if (!isCurrency(wanted)) return 'Choose a currency of the list.'
  const [decimals, others] = [currencyDigits(currency), currencyDigits(wanted)]
  return `Prices and fees have ${decimals} decimals and would mean something else in ${wanted}, which has ${others}: set all to 0 first.`
}

/** The part of Settings → General that leads here. */
export const currencyView = (
  { storePath }: StoreAppContext,
  { currency, hold }: StoreSettings,
): Html =>
  html`<section class="beside" aria-labelledby="currency">
    <h2 id="currency">Currency</h2>
    <p>${currencyName(currency)}</p>
    ${
      hold.orders
        ? html`<p class="hint">Fixed since the first order.</p>`
        : html`<p class="hint">Fixed from the first order on.</p>
            <p class="actions">
              <a class="quiet" href="${storePath}/settings/general/currency">Change currency</a>
            </p>`
    }
  </section>`

type Currency = {
  viewer: Viewer
  saved: StoreSettings
  /** The currency that was asked for and refused. */
  wanted?: string
}

function sendCurrency(
  app: StoreAppContext,
  response: Response,
  { viewer, saved, wanted }: Currency,
) {
  const { currency, hold } = saved
  const general = `${app.storePath}/settings/general`
  const held = whyHeld(app, saved)
  const error = wanted === undefined || held ? undefined : whyRefused(saved, wanted)
  const kind = wanted === undefined ? 'warning' : 'danger'
  const example = priceText(1990, currency)
  const formView = () =>
    html`<form class="form" method="post" action="${general}/currency" novalidate>
      ${csrfField(viewer)}
      ${selectField({
        name: 'currency',
        label: 'Currency',
        value: wanted ?? currency,
        options: OPTIONS,
        error,
        hint:
          hold.amounts && !error
            ? `Prices and delivery fees keep their numbers: ${example} stays ${example}.`
            : undefined,
      })}
      <div class="actions"><button class="button">Save</button></div>
    </form>`
  sendSettings(app, response, {
    part: 'general',
    title: 'Currency',
    viewer,
    hasErrors: wanted !== undefined,
    main: html`<p class="back"><a href="${general}">General</a></p>
      <h1>Currency</h1>
      <p class="lead">
        Your prices, fees and orders are in it. From the first order on it is fixed.
      </p>
      ${errorSummary(error === undefined ? undefined : { currency: error })}
      ${
        held
          ? html`<div class="notice ${kind}" ${kind === 'danger' ? html`role="alert"` : undefined}>
              <p>${held}</p>
            </div>`
          : formView()
      }`,
  })
}
