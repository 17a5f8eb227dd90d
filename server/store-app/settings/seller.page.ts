import type { Request, Response } from 'express'
import {
  type FieldErrors,
  type FormFields,
  checkboxField,
  csrfField,
  errorSummary,
  formFields,
  inputField,
  parseFields,
  textAreaField,
} from '../frame/forms.ts'
import { type Html, html } from '../frame/html.ts'
import { redirectWith } from '../frame/notices.ts'
import { pages } from '../frame/pages.ts'
import { sellerView } from '../frame/seller-view.ts'
import { sendSettings } from '../frame/settings-frame.ts'
import { type StoreAppContext, type Viewer, actorOf } from '../frame/store-app-context.ts'
import { ownerAction, ownerPage } from '../frame/store-auth.ts'
import { SellerForm, toFields } from './seller-form.ts'
import type { SavedSeller } from './seller.ts'

const PATH = '/settings/general/seller'

/** Who sells, and by which terms: a page of its own, since every change is a version that is kept. */
export const sellerRoutes = (app: StoreAppContext) =>
  pages(app, {
    [PATH]: {
      get: ownerPage(app, async (_request, response, viewer) =>
        sendSeller(app, response, { viewer, saved: await findSaved(app, viewer) }),
      ),
      post: ownerAction(app, (request, response, viewer) =>
        changeSeller(app, request, response, viewer),
      ),
    },
  })

const findSaved = ({ records }: StoreAppContext, { store }: Viewer) => records.seller.find(store.id)

async function changeSeller(
  app: StoreAppContext,
  request: Request,
  response: Response,
  viewer: Viewer,
) {
  const fields = formFields(request)
  const { value, errors } = parseFields(SellerForm, fields)
  const isChanged =
    value &&
    (await app.records.seller.change(viewer.store.id, {
      ...value,
      actor: actorOf(viewer, request),
    }))
  if (isChanged) {
    const to = `${app.storePath}/settings/general`
    return redirectWith(app, response, { to, kind: 'success', text: 'Saved.' })
  }
  const saved = await findSaved(app, viewer)
  return sendSeller(app, response, {
    viewer,
    saved,
    fields: errors ? fields : { ...fields, version: String(saved.version) },
    errors,
    isOutdated: !errors,
  })
}

type SellerPage = {
  viewer: Viewer
  saved: SavedSeller
  /** As they were typed, when they were not taken. */
  fields?: FormFields
  errors?: FieldErrors | undefined
  isOutdated?: boolean
}

/** What somebody else has saved meanwhile. */
const outdatedView = ({ seller }: SavedSeller) =>
  html`<div class="notice danger" role="alert">
    <h2>Nothing was saved yet</h2>
    <p>
      Somebody else has changed this since you opened it. Saving again replaces what is there now:
    </p>
    ${seller ? sellerView(seller) : undefined}
  </div>`

const LINK = html`type="url" inputmode="url" maxlength="2048" autocomplete="off" dir="ltr" required`

function sellerForm(
  app: StoreAppContext,
  { viewer, saved, fields = toFields(saved), errors }: SellerPage,
): Html {
  const field = (name: string, label: string, hint?: string | Html) => ({
    name,
    label,
    hint,
    value: fields[name] ?? '',
    error: errors?.[name],
  })
  return html`<form class="form" method="post" action="${app.storePath}${PATH}" novalidate>
    ${csrfField(viewer)}
    <input type="hidden" name="version" value="${fields['version'] ?? ''}" />
    ${inputField({
      ...field('legalName', 'Legal name', 'The person or company that buyers buy from.'),
      attributes: html`autocomplete="organization" maxlength="200" dir="auto" required`,
    })}
    ${textAreaField({
      ...field('address', 'Postal address', contactHint(app, saved)),
      attributes: html`rows="4" autocomplete="street-address" maxlength="500" dir="auto" required`,
    })}
    ${inputField({
      ...field(
        'termsUrl',
        'Terms of sale',
        'https://… Give each version of the document an address of its own: the address is what is kept with an order.',
      ),
      attributes: LINK,
    })}
    ${inputField({ ...field('privacyUrl', 'Privacy policy', 'https://…'), attributes: LINK })}
    ${inputField({
      ...field(
        'returnsUrl',
        'Withdrawal and returns',
        'https://… May be the address of the terms, where they say it.',
      ),
      attributes: LINK,
    })}
    ${checkboxField({
      name: 'mustAgree',
      label: 'Ask buyers to agree to the terms',
      isChecked: fields['mustAgree'] === 'yes',
      hint: 'With a box above the button, empty at first: nobody pays without ticking it. It is asked in checkout sessions created from then on. Pages that pin an older script have no box, and their buyers cannot pay.',
    })}
    <div class="actions"><button class="button">Save</button></div>
  </form>`
}

function sendSeller(app: StoreAppContext, response: Response, page: SellerPage) {
  const { viewer, saved, errors, isOutdated = false } = page
  const hasErrors = errors !== undefined || isOutdated
  if (hasErrors) response.status(422)
  sendSettings(app, response, {
    part: 'general',
    title: 'Seller and terms',
    viewer,
    hasErrors,
    main: html`<p class="back"><a href="${app.storePath}/settings/general">General</a></p>
      <h1>Seller and terms</h1>
      <p class="lead">
        Buyers see it at the foot of the page where they pay, in a checkout within your pages, and
        on the receipt. Each change is a new version; an order keeps the one that its buyer saw.
      </p>
      ${errorSummary(errors)} ${isOutdated ? outdatedView(saved) : undefined}
      ${sellerForm(app, page)}`,
  })
}

const contactHint = ({ storePath }: StoreAppContext, { hasContact, isRequired }: SavedSeller) =>
  hasContact
    ? 'Buyers see the store’s email and phone beside it.'
    : html`${isRequired ? 'Real payments need a way to reach you, too' : 'Buyers should also know how to reach you'}:
        add an email or a phone under <a href="${storePath}/settings/general">General</a>.`

/** The part of Settings → General that leads here. */
export const sellerSection = (
  { storePath }: StoreAppContext,
  { formats }: Viewer,
  { seller, version, since }: SavedSeller,
): Html =>
  html`<section class="beside" aria-labelledby="seller">
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
    <p class="actions">
      <a class="quiet" href="${storePath}${PATH}"
        >${seller ? 'Change seller and terms' : 'Say who sells'}</a
      >
    </p>
  </section>`
