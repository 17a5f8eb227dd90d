import { expireOpenSessions } from '../../checkout/expire-session.ts'
import type { CatalogueProduct } from './catalogue.ts'
import { countOf } from '../frame/formats.ts'
import { checkboxField, csrfField, formField } from '../frame/forms.ts'
import { html } from '../frame/html.ts'
import { sendMessage } from '../frame/message.page.ts'
import { redirectWith } from '../frame/notices.ts'
import { sendPage } from '../frame/page.ts'
import { pages } from '../frame/pages.ts'
import { type StoreAppContext, type Viewer, actorOf } from '../frame/store-app-context.ts'
import { memberAction, memberPage } from '../frame/store-auth.ts'
import { onProduct, productPath, slugOf } from './product-paths.ts'

/** Takes a product out of sale, after saying what that means, and puts it back. */
export const archiveRoutes = (app: StoreAppContext) =>
  pages(app, {
    '/products/:slug/archive': {
      get: memberPage(
        app,
        onProduct(app, (_request, response, { viewer, product }) =>
          sendPage(app, response, {
            title: `Archive ${product.name}`,
            section: 'products',
            viewer,
            main: questionView(app, product, viewer),
          }),
        ),
      ),
      post: memberAction(app, async (request, response, viewer) => {
        const slug = slugOf(request)
        const storeId = viewer.store.id
        const actor = actorOf(viewer, request)
        if (
          slug === undefined ||
          !(await app.records.catalogue.archiveProduct({ storeId, slug, actor }))
        ) {
          return sendMessage(app, response, { status: 404, viewer })
        }
        const isExpiring = formField(request, 'expire') !== ''
        const expired = isExpiring
          ? await expireOpenSessions(app.checkout, { storeId, productSlug: slug, by: actor })
          : 0
        const text = `The product was archived.${expired > 0 ? ` ${countOf(expired, 'open session')} expired.` : ''}`
        return redirectWith(app, response, { to: productPath(app, slug), kind: 'success', text })
      }),
    },
    '/products/:slug/restore': {
      post: memberAction(app, async (request, response, viewer) => {
        const slug = slugOf(request)
        const [storeId, actor] = [viewer.store.id, actorOf(viewer, request)]
        if (
          slug === undefined ||
          !(await app.records.catalogue.restoreProduct({ storeId, slug, actor }))
        ) {
          return sendMessage(app, response, { status: 404, viewer })
        }
        return redirectWith(app, response, {
          to: productPath(app, slug),
          kind: 'success',
          text: 'The product is for sale again.',
        })
      }),
    },
  })

const sessionsField = (openSessions: number) =>
  openSessions === 0
    ? html`<p>No session of it is open at this moment.</p>`
    : checkboxField({
        name: 'expire',
        label: `Expire its ${countOf(openSessions, 'open session')} now`,
        isChecked: false,
        hint: 'Otherwise these buyers can still pay until their time is over. A payment that is under way is never cut off.',
      })

const questionView = (
  app: StoreAppContext,
  { slug, name, openSessions }: CatalogueProduct,
  viewer: Viewer,
) =>
  html`<p class="back">
      <a href="${productPath(app, slug)}"><bdi>${name}</bdi></a>
    </p>
    <h1>Archive <bdi>${name}</bdi>?</h1>
    <form class="form" method="post">
      ${csrfField(viewer)}
      <p>
        Nobody can begin to buy it any more, and it leaves the list of products. Its orders, its
        stock and its history stay. You can restore it at any time.
      </p>
      ${sessionsField(openSessions)}
      <div class="actions">
        <button class="button danger-button">Archive the product</button>
        <a class="quiet" href="${productPath(app, slug)}">Cancel</a>
      </div>
    </form>`
