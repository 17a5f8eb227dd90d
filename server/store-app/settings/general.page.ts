import type { Request, Response } from 'express'
import type { GeneralSettings, StoreSettings } from './settings.ts'
import { EMAIL_INPUT } from '../frame/email-input.ts'
import {
  type FieldErrors,
  type FormFields,
  csrfField,
  errorSummary,
  formFields,
  inputField,
  parseFields,
  selectField,
} from '../frame/forms.ts'
import { type Html, html } from '../frame/html.ts'
import { redirectWith } from '../frame/notices.ts'
import { pages } from '../frame/pages.ts'
import { type StoreAppContext, type Viewer, actorOf } from '../frame/store-app-context.ts'
import { ownerAction, ownerPage } from '../frame/store-auth.ts'
import { CHOICES } from './choices.page.ts'
import { currencyRoutes, currencyView } from './currency.page.ts'
import { GeneralForm, ZONE_OPTIONS, languageOptions } from './general-fields.ts'
import { GENERAL } from './general.styles.ts'
import { REFUND_LIMIT } from './refund-limit.page.ts'
import { logoRoutes, logoView } from './logo.page.ts'
import { PAYMENT_METHODS } from './payment-methods.page.ts'
import { sellerRoutes, sellerSection } from './seller.page.ts'
import { type RefusedSetting, settingRoutes, settingView } from './setting-form.ts'
import { sendSettings } from '../frame/settings-frame.ts'

/** Its parts with a form of their own, in the order of the page. */
const FORMS = [CHOICES, PAYMENT_METHODS, REFUND_LIMIT]

/** How the store shows itself, and how it writes money, numbers and times. */
export const generalRoutes = (app: StoreAppContext) =>
  pages(app, {
    '/settings/general': {
      get: ownerPage(app, (_request, response, viewer) => sendSaved(app, response, { viewer })),
      post: ownerAction(app, (request, response, viewer) =>
        changeGeneral(app, request, response, viewer),
      ),
    },
  }).use(
    currencyRoutes(app),
    sellerRoutes(app),
    logoRoutes(app, (response, { viewer, error }) =>
      sendSaved(app, response, { viewer, logoError: error }),
    ),
    ...FORMS.map((form) =>
      settingRoutes(app, form, (response, page) => sendSaved(app, response, page)),
    ),
  )

/** The settings as they are saved, however they were typed. */
async function sendSaved(
  app: StoreAppContext,
  response: Response,
  page: Pick<General, 'viewer' | 'fields' | 'errors' | 'logoError' | 'refused'>,
) {
  const saved = await app.records.settings.findGeneral(page.viewer.store.id)
  sendGeneral(app, response, { ...page, saved })
}

const UNREACHABLE = {
  contactEmail: 'Enter an email address or a phone number: buyers have to be able to reach you.',
}

async function changeGeneral(
  app: StoreAppContext,
  request: Request,
  response: Response,
  viewer: Viewer,
) {
  const { settings } = app.records
  const storeId = viewer.store.id
  const fields = formFields(request)
  const { value, errors } = parseFields(GeneralForm, fields)
  if (errors) return sendSaved(app, response, { viewer, fields, errors })
  const { version, ...changed } = value
  const outcome = await settings.changeGeneral(storeId, {
    settings: changed,
    version,
    actor: actorOf(viewer, request),
  })
  if (outcome === 'changed') {
    const to = `${app.storePath}/settings/general`
    return redirectWith(app, response, { to, kind: 'success', text: 'Saved.' })
  }
  if (outcome === 'unreachable')
    return sendSaved(app, response, { viewer, fields, errors: UNREACHABLE })
  const saved = await settings.findGeneral(storeId)
  return sendGeneral(app, response, {
    viewer,
    saved,
    fields: { ...fields, version: saved.version },
    isOutdated: true,
  })
}

type General = {
  viewer: Viewer
  saved: StoreSettings
  /** As they were typed, when they were not taken. */
  fields?: FormFields
  errors?: FieldErrors
  isOutdated?: boolean
  logoError?: string
  refused?: RefusedSetting
}

const toFields = ({
  name,
  language,
  timeZone,
  contactEmail,
  contactPhone,
  version,
}: StoreSettings): FormFields => ({
  name,
  language,
  timeZone,
  contactEmail: contactEmail ?? '',
  contactPhone: contactPhone ?? '',
  version,
})

const LABELS: Record<keyof GeneralSettings, string> = {
  name: 'Name',
  contactEmail: 'Email for buyers',
  contactPhone: 'Phone for buyers',
  language: 'Language',
  timeZone: 'Time zone',
}

/** What somebody else has saved meanwhile, where it is not what was typed. */
function outdatedView(saved: StoreSettings, typed: FormFields): Html {
  const now = toFields(saved)
  const others = Object.entries(LABELS).filter(([field]) => now[field] !== typed[field])
  return html`<div class="notice danger" role="alert">
    <h2>Nothing was saved yet</h2>
    <p>
      Somebody else has changed these settings since you opened them. Saving again replaces what is
      there now:
    </p>
    <ul>
      ${others.map(
        ([field, label]) => html`<li>${label}: <bdi>${now[field] || 'nothing'}</bdi></li>`,
      )}
    </ul>
  </div>`
}

const contactHint = ({ seller }: StoreSettings) =>
  seller.isRequired
    ? 'Shown to buyers; one of the two is needed for real payments.'
    : 'Shown to buyers; may stay empty.'

function generalForm(
  app: StoreAppContext,
  { viewer, saved, fields = toFields(saved), errors }: General,
): Html {
  const of = (name: keyof GeneralSettings) => ({
    name,
    label: LABELS[name],
    value: fields[name] ?? '',
    error: errors?.[name],
  })
  return html`<form
    class="form"
    method="post"
    action="${app.storePath}/settings/general"
    novalidate
  >
    ${csrfField(viewer)}
    <input type="hidden" name="version" value="${fields['version'] ?? ''}" />
    ${inputField({
      ...of('name'),
      attributes: html`autocomplete="organization" maxlength="120" dir="auto" required`,
      hint: 'Buyers see it when they pay.',
    })}
    <div class="pair">
      ${inputField({
        ...of('contactEmail'),
        attributes: html`${EMAIL_INPUT} autocomplete="email" maxlength="254"`,
        hint: contactHint(saved),
      })}
      ${inputField({
        ...of('contactPhone'),
        attributes: html`type="tel" autocomplete="tel" maxlength="32"`,
        hint: contactHint(saved),
      })}
    </div>
    ${selectField({
      ...of('language'),
      options: languageOptions(saved.currency),
      hint: 'How these pages write money, numbers and dates. Their text is English.',
    })}
    ${selectField({
      ...of('timeZone'),
      options: ZONE_OPTIONS,
      hint: 'When a day begins, and the times on these pages.',
    })}
    <div class="actions"><button class="button">Save</button></div>
  </form>`
}

/** What is wrong, whichever form of the page it was found in. */
const errorsOf = ({ errors, refused, logoError }: General) =>
  errors ?? refused?.errors ?? (logoError === undefined ? undefined : { picture: logoError })

function sendGeneral(app: StoreAppContext, response: Response, page: General) {
  const { viewer, saved, fields = toFields(saved), isOutdated = false, logoError, refused } = page
  const errors = errorsOf(page)
  const hasErrors = errors !== undefined || isOutdated
  if (hasErrors) response.status(422)
  sendSettings(app, response, {
    part: 'general',
    title: 'General settings',
    viewer,
    hasErrors,
    styles: GENERAL,
    imageUrls: [saved.logoUrl],
    main: html`<h1>General</h1>
      ${errorSummary(errors)} ${isOutdated ? outdatedView(saved, fields) : undefined}
      ${generalForm(app, page)} ${sellerSection(app, viewer, saved.seller)}
      ${FORMS.map((form) => settingView(app, viewer, { form, saved, refused }))}
      ${currencyView(app, saved)}
      ${logoView(app, viewer, { logoUrl: saved.logoUrl, error: logoError })}`,
  })
}
