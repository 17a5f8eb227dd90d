import { type Response, Router } from 'express'
import { currencyDigits } from '../../checkout/money.ts'
import type { CurrencyHold, GeneralSettings, StoreSettings } from '../../store/settings.ts'
import {
  type FieldErrors, type FormFields, csrfField, errorSummary, formFields, inputField, parseFields, selectField,
} from '../forms.ts'
import { type Html, html } from '../html.ts'
import { refuseOtherMethods } from '../message.page.ts'
import { redirectWith } from '../notices.ts'
import { priceText } from '../price.ts'
import { type StoreAppContext, type Viewer, actorOf } from '../store-app-context.ts'
import { ownerAction, ownerPage } from '../store-auth.ts'
import { CURRENCY_OPTIONS, GeneralForm, ZONE_OPTIONS, currencyName, languageOptions } from './general-fields.ts'
import { GENERAL } from './general.styles.ts'
import { logoRoutes, logoView } from './logo.page.ts'
import { sendSettings } from './settings-frame.ts'

/** How the store shows itself, and how it writes money, numbers and times. */
export function generalRoutes(app: StoreAppContext) {
  const { settings } = app.store
  const to = `${app.storePath}/settings/general`
  const router = Router({ caseSensitive: true })
  router.route('/settings/general')
    .get(ownerPage(app, async (_request, response, viewer) => {
      sendGeneral(app, response, { viewer, saved: await settings.findGeneral(viewer.store.id) })
    }))
    .post(ownerAction(app, async (request, response, viewer) => {
      const storeId = viewer.store.id
      const before = await settings.findGeneral(storeId)
      const fields = { currency: before.currency, ...formFields(request) }
      const { value, errors } = parseFields(GeneralForm, fields)
      if (errors) return sendGeneral(app, response, { viewer, saved: before, fields, errors })
      const { version, ...changed } = value
      const answer = await settings.changeGeneral(storeId, { settings: changed, version, actor: actorOf(viewer, request) })
      if (answer === 'changed') return redirectWith(app, response, { to, kind: 'success', text: 'Saved.' })
      const saved = await settings.findGeneral(storeId)
      return answer === 'outdated'
        ? sendGeneral(app, response, { viewer, saved, fields: { ...fields, version: saved.version }, isOutdated: true })
        : sendGeneral(app, response, { viewer, saved, fields, errors: { currency: whyHeld(saved, changed.currency) } })
    }))
    .all(refuseOtherMethods(app, 'GET', 'POST'))
  router.use(logoRoutes(app, async (response, { viewer, error }) => {
    sendGeneral(app, response, { viewer, saved: await settings.findGeneral(viewer.store.id), logoError: error })
  }))
  return router
}

/** What choosing another currency means at this moment. */
function holdView({ currency, hold }: { currency: string; hold: CurrencyHold }) {
  if (hold.sessions) return `A checkout is open in ${currency}: the currency can change once it has ended.`
  const example = priceText(1990, currency)
  return hold.amounts ? `Prices and delivery fees keep their numbers: ${example} stays ${example}.` : undefined
}

function whyHeld({ currency, hold }: StoreSettings, wanted: string) {
  if (hold.orders) return `The currency stays ${currency}: there is an order.`
  if (hold.sessions) return `The currency stays ${currency} while a checkout is open: let it end, or end it under Sessions.`
  const [decimals, others] = [currencyDigits(currency), currencyDigits(wanted)]
  return `Prices and fees have ${decimals} decimals and would mean something else in ${wanted}, which has ${others}: `
    + 'set all to 0 first.'
}

type General = {
  viewer: Viewer
  saved: StoreSettings
  /** As they were typed, when they were not taken. */
  fields?: FormFields
  errors?: FieldErrors
  isOutdated?: boolean
  logoError?: string
}

const toFields = ({ name, currency, language, timeZone, contactEmail, contactPhone, version }: StoreSettings): FormFields =>
  ({ name, currency, language, timeZone, contactEmail: contactEmail ?? '', contactPhone: contactPhone ?? '', version })

const LABELS: Record<keyof GeneralSettings, string> = {
  name: 'Name', contactEmail: 'Email for buyers', contactPhone: 'Phone for buyers', currency: 'Currency', language: 'Language',
  timeZone: 'Time zone',
}

/** What somebody else has saved meanwhile, where it is not what was typed. */
function outdatedView(saved: StoreSettings, typed: FormFields): Html {
  const now = toFields(saved)
  const others = Object.entries(LABELS).filter(([field]) => now[field] !== typed[field])
  return html`<div class="notice danger" role="alert">
<h2>Nothing was saved yet</h2>
<p>Somebody else has changed these settings since you opened them. Saving again replaces what is there now:</p>
<ul>${others.map(([field, label]) => html`<li>${label}: <bdi>${now[field] || 'nothing'}</bdi></li>`)}</ul>
</div>`
}

const currencyView = ({ hold, currency }: StoreSettings, fields: FormFields, error: string | undefined) => hold.orders
  ? html`<div class="field" id="field-currency" tabindex="-1">
<p class="field-label">Currency</p>
<p>${currencyName(currency)}</p>
<p class="hint">Fixed since the first order.</p>
${error && html`<p class="error">${error}</p>`}
</div>`
  : selectField({ name: 'currency', label: LABELS.currency, value: fields['currency'] ?? currency, error,
    options: CURRENCY_OPTIONS,
    hint: ['Fixed from the first order on.', holdView({ currency, hold })].filter(Boolean).join(' ') })

function sendGeneral(app: StoreAppContext, response: Response,
  { viewer, saved, fields = toFields(saved), errors, isOutdated = false, logoError }: General) {
  const hasErrors = errors !== undefined || isOutdated || logoError !== undefined
  const input = (name: 'name' | 'contactEmail' | 'contactPhone', attributes: Html, hint?: string) =>
    inputField({ name, label: LABELS[name], value: fields[name] ?? '', error: errors?.[name], hint, attributes })
  if (hasErrors) response.status(422)
  sendSettings(app, response, { part: 'general', title: 'General settings', viewer, hasErrors,
    styles: GENERAL, imageUrls: [saved.logoUrl], main: html`<h1>General</h1>
${errorSummary(errors ?? (logoError === undefined ? undefined : { picture: logoError }))}
${isOutdated ? outdatedView(saved, fields) : undefined}
<form class="form" method="post" action="${app.storePath}/settings/general" novalidate>
${csrfField(viewer)}
<input type="hidden" name="version" value="${fields['version'] ?? ''}">
${input('name', html`autocomplete="organization" maxlength="120" dir="auto" required`, 'Buyers see it when they pay.')}
<div class="pair">
${input('contactEmail', html`type="email" autocomplete="email" maxlength="254"`, 'Shown to buyers; may stay empty.')}
${input('contactPhone', html`type="tel" autocomplete="tel" maxlength="32"`, 'Shown to buyers; may stay empty.')}
</div>
${currencyView(saved, fields, errors?.['currency'])}
${selectField({ name: 'language', label: LABELS.language, value: fields['language'] ?? '', error: errors?.['language'],
  options: languageOptions(saved.currency), hint: 'How these pages write money, numbers and dates. Their text is English.' })}
${selectField({ name: 'timeZone', label: LABELS.timeZone, value: fields['timeZone'] ?? '', error: errors?.['timeZone'],
  options: ZONE_OPTIONS, hint: 'When a day begins, and the times on these pages.' })}
<div class="actions"><button class="button">Save</button></div>
</form>
${logoView(app, viewer, { logoUrl: saved.logoUrl, error: logoError })}` })
}
