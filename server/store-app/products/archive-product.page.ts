import { expireOpenSessions } from '../../checkout/sessions/expire-session.ts'
import type { CatalogueProduct } from './catalogue.ts'
import { countOf } from '../frame/formats.ts'
import { checkboxField, formField, formView } from '../frame/forms.ts'
import { html } from '../../web/html.ts'
import { sendPage } from '../frame/page.ts'
import type { MemberVisit } from '../frame/store-app-context.ts'
import { type MemberPages, sendNotFound, sayDone } from '../frame/visits.ts'
import { backTo, editOf, onProduct, productPath } from './products-frame.ts'

export const archivePages: MemberPages = {
  '/products/:slug/archive': { get: onProduct(sendQuestion), post: archive },
  '/products/:slug/restore': { post: restore },
}

async function archive(visit: MemberVisit) {
  const { app, request } = visit
  const { storeId, slug, actor } = editOf(visit)
  if (!(await app.records.catalogue.archiveProduct({ storeId, slug, actor })))
    return sendNotFound(visit)
  const isExpiring = formField(request, 'expire') !== ''
  const expired = isExpiring
    ? await expireOpenSessions(app.checkout, { storeId, productSlug: slug, by: actor })
    : 0
  const more = expired > 0 ? ` ${countOf(expired, 'open session')} expired.` : ''
  return sayDone(visit, productPath(app, slug), `The product was archived.${more}`)
}

async function restore(visit: MemberVisit) {
  const edit = editOf(visit)
  if (!(await visit.app.records.catalogue.restoreProduct(edit))) return sendNotFound(visit)
  return sayDone(visit, productPath(visit.app, edit.slug), 'The product is for sale again.')
}

const sessionsField = (openSessions: number) =>
  openSessions === 0
    ? html`<p>No session of it is open at this moment.</p>`
    : checkboxField({
        name: 'expire',
        label: `Expire its ${countOf(openSessions, 'open session')} now`,
        isChecked: false,
        hint: 'Otherwise these buyers can still pay until their time is over. A payment that is under way is never cut off.',
      })

function sendQuestion(visit: MemberVisit, product: CatalogueProduct) {
  const { name, openSessions } = product
  const back = backTo(visit.app, product)
  sendPage(visit, {
    title: `Archive ${name}`,
    section: 'products',
    back,
    heading: html`Archive <bdi>${name}</bdi>?`,
    main: formView(
      visit.viewer,
      { button: 'Archive the product', kind: 'button danger-button', cancel: back.path },
      [
        html`<p>
          Nobody can begin to buy it any more, and it leaves the list of products. Its orders, its
          stock and its history stay. You can restore it at any time.
        </p>`,
        sessionsField(openSessions),
      ],
    ),
  })
}
