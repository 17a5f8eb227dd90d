import type { Request, Response } from 'express'
import * as z from 'zod'
import { PREVIEW_SCHEMES, PREVIEW_STATES } from '../../checkout/branding.ts'
import { setPreviewHeaders } from '../../web/security-headers.ts'
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
import { html } from '../frame/html.ts'
import { redirectWith } from '../frame/notices.ts'
import { pages } from '../frame/pages.ts'
import { sendSettings } from '../frame/settings-frame.ts'
import { type StoreAppContext, type Viewer, actorOf } from '../frame/store-app-context.ts'
import { ownerAction, ownerPage } from '../frame/store-auth.ts'
import {
  ACCENT_PATTERN,
  BrandingForm,
  FONT_SIZE_OPTIONS,
  RADIUS_OPTIONS,
  toFields,
} from './branding-form.ts'
import { BRANDING } from './branding.styles.ts'

/** How the page looks where buyers pay. */
export const brandingRoutes = (app: StoreAppContext) =>
  pages(app, {
    '/settings/branding': {
      get: ownerPage(app, async (_request, response, viewer) =>
        sendBranding(app, response, { viewer, saved: await findSaved(app, viewer) }),
      ),
      post: ownerAction(app, (request, response, viewer) =>
        changeBranding(app, request, response, viewer),
      ),
    },
    '/settings/branding/preview': {
      get: ownerPage(app, (request, response, viewer) =>
        sendPreview(app, request, response, viewer),
      ),
    },
  })

async function findSaved(app: StoreAppContext, viewer: Viewer) {
  const { branding } = await app.records.branding.find(viewer.store.id)
  return toFields(branding ?? undefined)
}

async function changeBranding(
  app: StoreAppContext,
  request: Request,
  response: Response,
  viewer: Viewer,
) {
  const fields = formFields(request)
  const { value, errors } = parseFields(BrandingForm, fields)
  if (errors) {
    const saved = await findSaved(app, viewer)
    return sendBranding(app, response, { viewer, saved, fields, errors })
  }
  await app.records.branding.change(viewer.store.id, {
    branding: value,
    actor: actorOf(viewer, request),
  })
  const to = `${app.storePath}/settings/branding`
  return redirectWith(app, response, { to, kind: 'success', text: 'Saved.' })
}

const Shown = z.object({
  state: z.enum(PREVIEW_STATES).catch('form'),
  scheme: z.enum(PREVIEW_SCHEMES).catch('light'),
})

/** The look that was asked for; the saved one where that is none. */
async function sendPreview(
  { records, previewPage }: StoreAppContext,
  request: Request,
  response: Response,
  { store }: Viewer,
) {
  const saved = await records.branding.find(store.id)
  const { contactEmail, contactPhone, seller } = saved
  const { name, isTest, logoUrl, language, currency } = store
  const page = previewPage({
    ...Shown.parse(request.query),
    store: { name, isTest, logoUrl, contactEmail, contactPhone, seller },
    language,
    currency,
    branding: parseFields(BrandingForm, request.query).value ?? saved.branding,
  })
  setPreviewHeaders(response, { styleHashes: page.styleHashes, imageUrls: [logoUrl] })
  response.type('html').send(page.html)
}

type BrandingPage = {
  viewer: Viewer
  saved: FormFields
  /** As they were typed, when they were not taken. */
  fields?: FormFields
  errors?: FieldErrors
}

function sendBranding(
  app: StoreAppContext,
  response: Response,
  { viewer, saved, fields = saved, errors }: BrandingPage,
) {
  if (errors) response.status(422)
  const path = `${app.storePath}/settings/branding`
  sendSettings(app, response, {
    part: 'branding',
    title: 'Branding',
    viewer,
    hasErrors: errors !== undefined,
    styles: BRANDING,
    framed: "'self'",
    main: html`<h1>Branding</h1>
      <p class="lead">
        How the page looks where your buyers pay, and the mails to your team. A checkout within a
        page of your own takes its look from there.
      </p>
      ${errorSummary(errors)}
      <div class="branding">
        <form class="form" method="post" action="${path}" novalidate data-look>
          ${csrfField(viewer)}
          ${inputField({
            name: 'accent',
            label: 'Accent colour',
            value: fields['accent'] ?? '',
            error: errors?.['accent'],
            hint: 'Such as #1f4fd8; empty for our own. What could not be read in it is made darker or lighter by itself.',
            attributes: html`pattern="${ACCENT_PATTERN}" autocomplete="off" spellcheck="false"
            dir="ltr"`,
          })}
          <div class="field" data-picker hidden>
            <label for="picker">Pick the accent colour</label>
            <input type="color" id="picker" />
          </div>
          ${selectField({
            name: 'radius',
            label: 'Corners',
            value: fields['radius'] ?? '',
            error: errors?.['radius'],
            options: RADIUS_OPTIONS,
          })}
          ${selectField({
            name: 'fontSize',
            label: 'Size of text',
            value: fields['fontSize'] ?? '',
            error: errors?.['fontSize'],
            hint: 'In fields at least 16 px: phones would zoom in.',
            options: FONT_SIZE_OPTIONS,
          })}
          <div class="actions"><button class="button">Save</button></div>
        </form>
        ${previewView(`${path}/preview`, saved)}
      </div>`,
  })
}

const PREVIEWS = [
  {
    name: 'state',
    label: 'State',
    options: [
      { value: 'form', text: 'The form' },
      { value: 'declined', text: 'A declined card' },
      { value: 'expired', text: 'Expired' },
      { value: 'sold_out', text: 'Sold out' },
      { value: 'receipt', text: 'The receipt' },
    ],
  },
  {
    name: 'scheme',
    label: 'Page',
    options: [
      { value: 'light', text: 'Light' },
      { value: 'dark', text: 'Dark' },
    ],
  },
  {
    name: 'screen',
    label: 'Screen',
    options: [
      { value: 'desktop', text: 'Desktop' },
      { value: 'phone', text: 'Phone' },
    ],
  },
]

/**
 * Without script the saved look, in any state; with it what is chosen, at once. Its address is what
 * the script makes of the form as it is.
 */
function previewView(path: string, saved: FormFields) {
  const shown = new URLSearchParams({ ...saved, state: 'form', scheme: 'light' }).toString()
  return html`<section class="preview" aria-labelledby="preview">
    <h2 id="preview">Preview</h2>
    <form class="filters" action="${path}" target="preview" data-shown>
      ${PREVIEWS.map(selectField)}
      <noscript><button class="quiet">Show</button></noscript>
    </form>
    <div class="screen">
      <iframe
        name="preview"
        title="The page where buyers pay, with a sample purchase"
        sandbox="allow-same-origin"
        src="${path}?${shown}"
        data-preview
      ></iframe>
    </div>
  </section>`
}
