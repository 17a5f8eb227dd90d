import * as z from 'zod'
import {
  PREVIEW_SCHEMES,
  PREVIEW_STATES,
  FONT_SIZES,
  OUR_LOOK,
  RADII,
} from '../../checkout/stores/branding.ts'
import { setPreviewHeaders } from '../../web/answers/security-headers.ts'
import {
  type FormFields,
  type FormInput,
  formFields,
  formView,
  inputField,
  parseFields,
  selectField,
} from '../frame/forms.ts'
import { html } from '../../web/html.ts'
import { sendSettings } from '../frame/settings-frame.ts'
import { BRANDING } from './branding.styles.ts'
import { logoView } from './logo-view.ts'
import type { MemberVisit } from '../frame/store-app-context.ts'
import { type MemberPages, sayDone } from '../frame/visits.ts'

/** What a field of the accent takes; nothing is our own. */
const ACCENT_PATTERN = '(?:#?(?:[0-9A-Fa-f]{3}){1,2})?'

const ACCENT = new RegExp(`^${ACCENT_PATTERN}$`)

function toAccent(typed: string) {
  const digits = typed.replace('#', '').toLowerCase()
  if (digits === '') return null
  return `#${digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits}`
}

const choice = (sentence: string, values: number[]) =>
  z
    .string(sentence)
    .refine((value) => values.map(String).includes(value), sentence)
    .transform(Number)

const COLOR = 'Enter a color such as #1f4fd8, or nothing for our own.'

const BrandingForm = z.object({
  accent: z.string(COLOR).trim().regex(ACCENT, COLOR).transform(toAccent),
  radius: choice('Choose corners of the list.', RADII),
  fontSize: choice('Choose a size of the list.', FONT_SIZES),
})

const toFields = ({ accent, radius, fontSize } = OUR_LOOK): FormFields => ({
  accent: accent ?? '',
  radius: String(radius),
  fontSize: String(fontSize),
})

/** Each in pixels, with a word for ours. */
const options = (values: number[], ours: number) =>
  values.map((value) => ({
    value: String(value),
    text: value === 0 ? 'Square' : `${value} px${value === ours ? ', as we have it' : ''}`,
  }))

const RADIUS_OPTIONS = options(RADII, OUR_LOOK.radius)
const FONT_SIZE_OPTIONS = options(FONT_SIZES, OUR_LOOK.fontSize)

const PATH = '/settings/branding'

export const brandingPages: MemberPages = {
  [PATH]: { get: (visit) => sendBranding(visit), post: changeBranding },
  [`${PATH}/preview`]: { get: sendPreview },
}

async function changeBranding(visit: MemberVisit) {
  const { app, request, viewer, actor } = visit
  const fields = formFields(request)
  const { value, errors } = parseFields(BrandingForm, fields)
  if (errors) return sendBranding(visit, { fields, errors })
  await app.records.settings.changeBranding(viewer.store.id, { branding: value, actor })
  return sayDone(visit, `${app.storePath}${PATH}`, 'Saved.')
}

const PreviewQuery = z.object({
  state: z.enum(PREVIEW_STATES).catch('form'),
  scheme: z.enum(PREVIEW_SCHEMES).catch('light'),
})

/** The look that was asked for; the saved one where that is no look. */
async function sendPreview({ app, request, response, viewer: { store } }: MemberVisit) {
  const saved = await app.records.settings.findBranding(store.id)
  const { contactEmail, contactPhone, seller } = saved
  const { name, isTest, logoUrl, language, currency } = store
  const page = app.previewPage({
    ...PreviewQuery.parse(request.query),
    store: { name, isTest, logoUrl, contactEmail, contactPhone, seller },
    language,
    currency,
    branding: parseFields(BrandingForm, request.query).value ?? saved.branding,
  })
  setPreviewHeaders(response, { styleHashes: page.styleHashes, imageUrls: [logoUrl] })
  response.type('html').send(page.html)
}

const lookFields = (typed: FormInput) => [
  html`<div class="accent">
    ${inputField({
      typed,
      name: 'accent',
      label: 'Accent color',
      hint: 'Such as #1f4fd8; empty for our own. What could not be read in it is made darker or lighter by itself.',
      attributes: html`pattern="${ACCENT_PATTERN}" autocomplete="off" spellcheck="false" dir="ltr"`,
    })}
    <input type="color" aria-label="Pick from a palette" data-picker hidden />
  </div>`,
  selectField({ typed, name: 'radius', label: 'Corners', options: RADIUS_OPTIONS }),
  selectField({
    typed,
    name: 'fontSize',
    label: 'Size of text',
    hint: 'In fields at least 16 px: phones would zoom in.',
    options: FONT_SIZE_OPTIONS,
  }),
]

export async function sendBranding(visit: MemberVisit, { fields, errors }: FormInput = {}) {
  const { app, viewer } = visit
  const { branding } = await app.records.settings.findBranding(viewer.store.id)
  const saved = toFields(branding ?? undefined)
  const action = `${app.storePath}${PATH}`
  sendSettings(visit, {
    part: 'branding',
    title: 'Branding',
    errors,
    styles: BRANDING,
    framed: "'self'",
    lead: 'How the page looks where your buyers pay, and the mails to your team. A checkout within a page of your own takes its look from there.',
    main: html`<div class="branding">
      <div class="sections">
        ${formView(
          viewer,
          { action, attributes: html`novalidate data-look`, button: 'Save' },
          lookFields({ fields: fields ?? saved, errors }),
        )}
        ${logoView(visit, { logoUrl: viewer.store.logoUrl, error: errors?.['picture'] })}
      </div>
      ${previewView(`${action}/preview`, saved)}
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

/** Its address is what the script makes of the form as it is. */
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
