import type { PlacedPicture } from '../../pictures/pictures.ts'
import { UPLOAD, buttonForm, formView } from '../frame/forms.ts'
import { type Html, html } from '../../web/html.ts'
import { explainUnread, pictureField, readPicture, takePicture } from '../frame/read-upload.ts'
import { sectionView } from '../frame/sections.ts'
import type { MemberVisit, StoreAppContext, Viewer } from '../frame/store-app-context.ts'
import {
  type MemberPages,
  memberPages,
  sendNotFound,
  sayDone,
  sayProblem,
} from '../frame/visits.ts'
import { editOf, onProduct, productPath, slugOf } from './products-frame.ts'

const MAX_SIDE = 1600

export const pictureRoutes = (app: StoreAppContext) =>
  memberPages(
    app,
    { '/products/:slug/picture': { get: onProduct(leadToProduct), post: onProduct(savePicture) } },
    { read: readPicture(app) },
  ).use(
    '/products/:slug/picture',
    explainUnread(app, (request) => productPath(app, slugOf(request))),
  )

export const removePicturePages: MemberPages = {
  '/products/:slug/picture/remove': {
    post: (visit) => setPicture(visit, null, 'The picture was removed.'),
  },
}

const leadToProduct = ({ app, response }: MemberVisit, { slug }: ProductPicture) =>
  response.redirect(303, productPath(app, slug))

async function savePicture(visit: MemberVisit, { slug }: ProductPicture) {
  const { placed, problem } = await takePicture(visit, MAX_SIDE)
  return placed
    ? setPicture(visit, placed, 'The picture was saved. Sessions from now on show it.')
    : sayProblem(visit, productPath(visit.app, slug), problem)
}

async function setPicture(visit: MemberVisit, placed: PlacedPicture | null, done: string) {
  const { app, viewer } = visit
  const { slug, actor } = editOf(visit)
  const change = { slug, placed, actor }
  return (await app.records.pictures.setProductPicture(viewer.store.id, change))
    ? sayDone(visit, productPath(app, slug), done)
    : sendNotFound(visit)
}

type ProductPicture = { slug: string; imageUrl: string | null }

const HINT = 'Buyers see it as a square of 64 pixels beside the product’s name.'

const shownView = (imageUrl: string, viewer: Viewer, action: string) =>
  html`<div class="actions item">
    <img src="${imageUrl}" alt="The product’s picture" width="96" height="96" />
    ${buttonForm(viewer, { action: `${action}/remove`, button: 'Remove picture', isInline: true })}
  </div>`

/** The section about the picture. The page's policy allows the picture's origin (`imageUrls`). */
export const pictureView = (
  { app, viewer }: MemberVisit,
  { slug, imageUrl }: ProductPicture,
): Html => {
  const action = `${productPath(app, slug)}/picture`
  return sectionView('picture', 'Picture', [
    imageUrl === null
      ? html`<p class="muted">No picture yet.</p>`
      : shownView(imageUrl, viewer, action),
    formView(viewer, { action, attributes: UPLOAD, button: 'Upload picture', kind: 'quiet' }, [
      pictureField({
        label: imageUrl === null ? 'Choose a picture' : 'Choose another picture',
        hint: HINT,
      }),
    ]),
  ])
}
