import { type FormInput, formFields, parseFields } from '../frame/forms.ts'
import { html, styleSheet } from '../../web/html.ts'
import type { MemberVisit } from '../frame/store-app-context.ts'
import { isConfirmed } from '../frame/members/step-up.page.ts'
import { type MemberPages, sayDone } from '../frame/visits.ts'
import { REDIRECT_METHODS } from '../../checkout/payments/redirect-methods.ts'
import { currencyDigits } from '../../checkout/money.ts'
import { generalForm } from './general-fields.ts'
import { differencesView, generalFormView, toFields } from './general-form.ts'
import { sellerSection } from './seller.page.ts'
import { outdatedView, sendSettings } from '../frame/settings-frame.ts'

const PATH = '/settings/general'

export const generalPages: MemberPages = {
  [PATH]: { get: (visit) => sendGeneral(visit), post: changeGeneral },
}

const UNREACHABLE = {
  contactEmail: 'Enter an email address or a phone number: buyers have to be able to reach you.',
}

function amountsHeld(from: string, to: string) {
  const [decimals, others] = [currencyDigits(from), currencyDigits(to)]
  return `Prices and fees have ${decimals} decimals and would mean something else in ${to}, which has ${others}: set all to 0 first.`
}

const SENSITIVE = { to: 'change which refunds ask for the password', back: PATH }

async function changeGeneral(visit: MemberVisit) {
  const { app, request, viewer, actor } = visit
  const { id, currency } = viewer.store
  const fields = formFields(request)
  const { value, errors } = parseFields(generalForm(currency, fields['currency']), fields)
  if (errors) return sendGeneral(visit, { fields, errors })
  const { version, ...typed } = value
  const paymentMethods = REDIRECT_METHODS.filter((name) => fields[name] === 'yes')
  const settings = { ...typed, paymentMethods }
  const { confirmRefundsAbove: before } = await app.records.settings.findGeneral(id)
  const asksOtherwise = settings.confirmRefundsAbove !== before
  if (asksOtherwise && !(await isConfirmed(visit, SENSITIVE))) return
  switch (await app.records.settings.changeGeneral(id, { settings, version, actor })) {
    case 'changed':
      return sayDone(visit, `${app.storePath}${PATH}`, 'Saved.')
    case 'unreachable':
      return sendGeneral(visit, { fields, errors: UNREACHABLE })
    case 'overtaken':
      return sendGeneral(visit, { fields: toFields(settings), isOutdated: true })
    case 'currency_held':
      return sendGeneral(visit, { fields, errors: { currency: `The currency stays ${currency}.` } })
    case 'amounts_held':
      return sendGeneral(visit, {
        fields,
        errors: { currency: amountsHeld(currency, settings.currency) },
      })
  }
}

/** `fields`: what was sent and not taken. */
async function sendGeneral(visit: MemberVisit, { isOutdated, fields, errors }: FormInput = {}) {
  const saved = await visit.app.records.settings.findGeneral(visit.viewer.store.id)
  const { version } = saved
  const now = toFields(saved)
  const shown = { ...(fields ?? now), ...((isOutdated || !fields) && { version }) }
  sendSettings(visit, {
    part: 'general',
    title: 'General settings',
    heading: 'General',
    errors,
    overtaken: isOutdated
      ? outdatedView('these settings since you opened them', differencesView(now, shown))
      : undefined,
    styles: GENERAL,
    main: html`<div class="columns">
      ${generalFormView(visit, { saved, typed: { fields: shown, errors } })}
      <div class="sections">${sellerSection(visit, saved.seller)}</div>
    </div>`,
  })
}

const GENERAL = styleSheet(`
.columns > .form { margin: 0; }
.panel .facts > div { grid-template-columns: minmax(0, 1fr); gap: 0; }
@media (width < 60rem) { .panel { grid-row: auto; } }`)
