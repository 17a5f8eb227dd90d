import type { Request, Response } from 'express'
import type { PlacedPicture } from '../../pictures/pictures.ts'
import { csrfField } from '../frame/forms.ts'
import { type Html, html } from '../frame/html.ts'
import { sendMessage } from '../frame/message.page.ts'
import { redirectWith } from '../frame/notices.ts'
import { explainUnread, pictureField, readPicture, takePicture } from '../frame/picture-upload.ts'
import { pages } from '../frame/pages.ts'
import { type StoreAppContext, type Viewer, actorOf } from '../frame/store-app-context.ts'
import { memberAction } from '../frame/store-auth.ts'
import { findProduct, productPath, slugOf } from './product-paths.ts'

const MAX_SIDE = 1600

const pageOf = (app: StoreAppContext, request: Request) => productPath(app, slugOf(request) ?? '')

/** Puts a picture on a product and takes it away. Both lead back to the product's page. */
export const pictureRoutes = (app: StoreAppContext) =>
  pages(app, {
    '/products/:slug/picture': {
      post: memberAction(
        app,
        (request, response, viewer) => savePicture(app, request, response, viewer),
        readPicture(app),
      ),
    },
  })
    .use(
      '/products/:slug/picture',
      explainUnread(app, (request) => pageOf(app, request)),
    )
    .use(
      pages(app, {
        '/products/:slug/picture/remove': {
          post: memberAction(app, (request, response, viewer) =>
            removePicture(app, request, response, viewer),
          ),
        },
      }),
    )

async function savePicture(
  app: StoreAppContext,
  request: Request,
  response: Response,
  viewer: Viewer,
) {
  if (!(await findProduct(app, request, viewer)))
    return sendMessage(app, response, { status: 404, viewer })
  const { placed, problem } = await takePicture(app, request, {
    storeId: viewer.store.id,
    maxSide: MAX_SIDE,
  })
  const to = pageOf(app, request)
  if (!placed) return redirectWith(app, response, { to, kind: 'danger', text: problem })
  if (!(await setPicture(app, { request, viewer, placed })))
    return sendMessage(app, response, { status: 404, viewer })
  return redirectWith(app, response, {
    to,
    kind: 'success',
    text: 'The picture was saved. Sessions from now on show it.',
  })
}

async function removePicture(
  app: StoreAppContext,
  request: Request,
  response: Response,
  viewer: Viewer,
) {
  if (!(await setPicture(app, { request, viewer, placed: null })))
    return sendMessage(app, response, { status: 404, viewer })
  return redirectWith(app, response, {
    to: pageOf(app, request),
    kind: 'success',
    text: 'The picture was removed.',
  })
}

/** False when the store has no such product. */
async function setPicture(
  { records }: StoreAppContext,
  {
    request,
    viewer,
    placed,
  }: {
    request: Request
    viewer: Viewer
    placed: PlacedPicture | null
  },
) {
  const slug = slugOf(request)
  if (slug === undefined) return false
  return records.pictures.setProductPicture(viewer.store.id, {
    slug,
    placed,
    actor: actorOf(viewer, request),
  })
}

type Pictured = { slug: string; imageUrl: string | null }

const HINT = 'Buyers see it as a square of 64 pixels beside the product’s name.'

const shownView = (imageUrl: string, viewer: Viewer, action: string) =>
  html`<div class="actions item">
    <img src="${imageUrl}" alt="The product’s picture" width="96" height="96" />
    <form method="post" action="${action}/remove">
      ${csrfField(viewer)}
      <button class="quiet">Remove picture</button>
    </form>
  </div>`

/**
 * The section of a product's page about its picture. That page lets the picture's origin through
 * (`imageUrls`).
 */
export function pictureView(
  app: StoreAppContext,
  viewer: Viewer,
  { slug, imageUrl }: Pictured,
): Html {
  const action = `${productPath(app, slug)}/picture`
  return html`<section aria-labelledby="picture">
    <h2 id="picture">Picture</h2>
    ${
      imageUrl === null
        ? html`<p class="muted">No picture yet.</p>`
        : shownView(imageUrl, viewer, action)
    }
    <form class="form" method="post" action="${action}" enctype="multipart/form-data">
      ${csrfField(viewer)}
      ${pictureField({
        label: imageUrl === null ? 'Choose a picture' : 'Choose another picture',
        hint: HINT,
      })}
      <div class="actions"><button class="quiet">Upload picture</button></div>
    </form>
  </section>`
}
