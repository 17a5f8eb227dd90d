import {
  UNCHECKED,
  type FormInput,
  type FormFields,
  checkboxField,
  fits,
  formFields,
  formView,
  hiddenField,
  inputField,
  linkButton,
  parseFields,
  textAreaField,
  toLines,
} from '../frame/forms.ts'
import { type Html, html } from '../../web/html.ts'
import { sellerView } from '../frame/sections.ts'
import { outdatedView, sendSettings } from '../frame/settings-frame.ts'
import type { MemberVisit } from '../frame/store-app-context.ts'
import { type MemberPages, sayDone } from '../frame/visits.ts'
import type { SavedSeller } from './settings.ts'
import * as z from 'zod'
import { WebAddress, requiredText } from '../../contract/fields.ts'
import type { GivenSeller } from '../../contract/seller.ts'

const entry = (sentence: string, isRight: (value: string) => boolean) =>
  z.string(sentence).transform(toLines).refine(isRight, sentence)

const address = (what: string, path: string) =>
  entry(
    `Enter the address of your ${what}, such as https://loom.example/${path}.`,
    fits(WebAddress),
  )

const SellerForm = z
  .object({
    legalName: entry('Enter a name of 1 to 200 characters.', fits(requiredText(200))),
    address: entry('Enter a postal address of 1 to 500 characters.', fits(requiredText(500))),
    termsUrl: address('terms of sale', 'terms'),
    privacyUrl: address('privacy policy', 'privacy'),
    returnsUrl: address('terms of withdrawal and returns', 'returns'),
    accessibilityUrl: entry(
      'Enter the address of your accessibility statement, such as https://loom.example/accessibility, or nothing.',
      (value) => value === '' || fits(WebAddress)(value),
    ).prefault(''),
    mustAgree: z.string().optional(),
    version: z.coerce.number().int().catch(0),
  })
  .transform(({ version, mustAgree, accessibilityUrl, ...given }) => {
    const seller: GivenSeller = {
      ...given,
      ...(accessibilityUrl !== '' && { accessibilityUrl }),
      ...(mustAgree === 'yes' && { mustAgree: true }),
    }
    return { version, seller }
  })

export const toFields = ({ seller, version }: SavedSeller): FormFields => ({
  ...(seller && {
    ...seller,
    returnsUrl: seller.returnsUrl ?? '',
    accessibilityUrl: seller.accessibilityUrl ?? '',
  }),
  mustAgree: seller?.mustAgree ? 'yes' : '',
  version: String(version),
})

const PATH = '/settings/general/seller'

/** Who sells, and by which terms: a page of its own, since every change is a version that is kept. */
export const sellerPages: MemberPages = {
  [PATH]: { get: (visit) => sendSeller(visit), post: changeSeller },
}

async function changeSeller(visit: MemberVisit) {
  const { app, request, viewer, actor } = visit
  const fields = formFields(request)
  const { value, errors } = parseFields(SellerForm, fields)
  if (errors) return sendSeller(visit, { fields, errors })
  if (await app.records.settings.changeSeller(viewer.store.id, { ...value, actor }))
    return sayDone(visit, `${app.storePath}/settings/general`, 'Saved.')
  return sendSeller(visit, { fields, isOutdated: true })
}

const LINK = html`type="url" inputmode="url" maxlength="2048" autocomplete="off" dir="ltr"`
const REQUIRED_LINK = html`${LINK} required`

function sellerForm({ app, viewer }: MemberVisit, typed: FormInput, contactHint: Html | string) {
  const linkField = (name: string, label: string, hint: string, attributes = REQUIRED_LINK) =>
    inputField({ typed, name, label, hint: `https://…${hint}`, attributes })
  return formView(
    viewer,
    { action: `${app.storePath}${PATH}`, attributes: UNCHECKED, button: 'Save' },
    [
      hiddenField('version', typed.fields?.['version'] ?? ''),
      inputField({
        typed,
        name: 'legalName',
        label: 'Legal name',
        hint: 'The person or company that buyers buy from.',
        attributes: html`autocomplete="organization" maxlength="200" dir="auto" required`,
      }),
      textAreaField({
        typed,
        name: 'address',
        label: 'Postal address',
        hint: contactHint,
        attributes: html`rows="4" autocomplete="street-address" maxlength="500" dir="auto" required`,
      }),
      linkField(
        'termsUrl',
        'Terms of sale',
        ' Give each version of the document an address of its own: the address is what is kept with an order.',
      ),
      linkField('privacyUrl', 'Privacy policy', ''),
      linkField(
        'returnsUrl',
        'Withdrawal and returns',
        ' May be the address of the terms, where they say it.',
      ),
      linkField(
        'accessibilityUrl',
        'Accessibility statement (optional)',
        ' How people with disabilities can use your shop, which most shops in the European Union must say.',
        LINK,
      ),
      checkboxField({
        name: 'mustAgree',
        label: 'Ask buyers to agree to the terms',
        isChecked: typed.fields?.['mustAgree'] === 'yes',
        hint: 'With a box above the button, empty at first: nobody pays without ticking it. It is asked in checkout sessions created from then on. Pages that pin an older script have no box, and their buyers cannot pay.',
      }),
    ],
  )
}

const contactHint = (storePath: string, { hasContact, isRequired }: SavedSeller) =>
  hasContact
    ? 'Buyers see the store’s email and phone beside it.'
    : html`${isRequired ? 'Real payments need a way to reach you, too' : 'Buyers should also know how to reach you'}:
        add an email or a phone under <a href="${storePath}/settings/general">General</a>.`

async function sendSeller(visit: MemberVisit, { fields, errors, isOutdated }: FormInput = {}) {
  const { app, viewer } = visit
  const saved = await app.records.settings.findSeller(viewer.store.id)
  const shown = {
    ...(fields ?? toFields(saved)),
    ...(isOutdated && { version: String(saved.version) }),
  }
  const general = `${app.storePath}/settings/general`
  sendSettings(visit, {
    part: 'general',
    title: 'Seller and terms',
    errors,
    overtaken: isOutdated
      ? outdatedView(
          'this since you opened it',
          saved.seller ? sellerView(saved.seller) : undefined,
        )
      : undefined,
    back: { path: general, text: 'General' },
    lead: 'Buyers see it at the foot of the page where they pay, in a checkout within your pages, and on the receipt. Each change is a new version; an order keeps the one that its buyer saw.',
    main: sellerForm(visit, { fields: shown, errors }, contactHint(app.storePath, saved)),
  })
}

/** The part of Settings → General that leads here. */
export const sellerSection = (
  { app: { storePath }, viewer: { formats } }: MemberVisit,
  { seller, version, since }: SavedSeller,
): Html =>
  html`<section class="panel" aria-labelledby="seller">
    <h2 id="seller">Seller and terms</h2>
    ${
      seller
        ? html`${sellerView(seller)}
            <p class="hint">
              Version
              ${formats.number(version)}${since ? html`, since ${formats.time(since)}` : undefined}.
              ${seller.mustAgree ? 'Buyers agree to the terms with a box.' : undefined}
            </p>`
        : html`<p>Buyers do not see yet whom they buy from, and by which terms.</p>`
    }
    ${linkButton(`${storePath}${PATH}`, seller ? 'Change seller and terms' : 'Say who sells')}
  </section>`
