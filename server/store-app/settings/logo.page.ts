import type { Request, Response } from 'express'
import { csrfField } from '../frame/forms.ts'
import { type Html, html } from '../frame/html.ts'
import { redirectWith } from '../frame/notices.ts'
import { explainUnread, pictureField, readPicture, takePicture } from '../frame/picture-upload.ts'
import { pages } from '../frame/pages.ts'
import { type StoreAppContext, type Viewer, actorOf } from '../frame/store-app-context.ts'
import { ownerAction } from '../frame/store-auth.ts'

/** The longest side that is kept, in pixels: plenty for a logo that is shown 28 pixels high. */
const MAX_SIDE = 640

type SendPage = (response: Response, page: { viewer: Viewer; error: string }) => Promise<void>

/**
 * Puts a logo on the store and takes it away. `sendPage` shows the page again with what was wrong.
 */
export const logoRoutes = (app: StoreAppContext, sendPage: SendPage) =>
  pages(app, {
    '/settings/general/logo': {
      post: ownerAction(
        app,
        (request, response, viewer) => setLogo(app, request, response, { viewer, sendPage }),
        readPicture(app),
      ),
    },
  })
    .use(
      '/settings/general/logo',
      explainUnread(app, () => generalPath(app)),
    )
    .use(
      pages(app, {
        '/settings/general/logo/remove': {
          post: ownerAction(app, (request, response, viewer) =>
            removeLogo(app, request, response, viewer),
          ),
        },
      }),
    )

const generalPath = ({ storePath }: StoreAppContext) => `${storePath}/settings/general`

async function setLogo(
  app: StoreAppContext,
  request: Request,
  response: Response,
  { viewer, sendPage }: { viewer: Viewer; sendPage: SendPage },
) {
  const { placed, problem } = await takePicture(app, request, {
    storeId: viewer.store.id,
    maxSide: MAX_SIDE,
  })
  if (!placed) return sendPage(response, { viewer, error: problem })
  const actor = actorOf(viewer, request)
  await app.records.settings.setLogo(viewer.store.id, { placed, actor })
  return redirectWith(app, response, {
    to: generalPath(app),
    kind: 'success',
    text: 'The logo was saved.',
  })
}

async function removeLogo(
  app: StoreAppContext,
  request: Request,
  response: Response,
  viewer: Viewer,
) {
  const actor = actorOf(viewer, request)
  await app.records.settings.setLogo(viewer.store.id, { placed: null, actor })
  return redirectWith(app, response, {
    to: generalPath(app),
    kind: 'success',
    text: 'The logo was removed: buyers see the name.',
  })
}

/** The logo on a light and on a dark page: one drawn for the first may vanish on the second. */
const previewView = (logoUrl: string, viewer: Viewer, action: string) =>
  html`<div class="logos">
      <p class="logo light"><img src="${logoUrl}" alt="Your logo on a light page" /></p>
      <p class="logo dark"><img src="${logoUrl}" alt="Your logo on a dark page" /></p>
    </div>
    <form class="actions" method="post" action="${action}/remove">
      ${csrfField(viewer)}
      <button class="quiet">Remove logo</button>
    </form>`

const HINT = 'It should be readable on a light page and on a dark one.'

type Logo = { logoUrl: string | null; error: string | undefined }

export function logoView(
  { storePath }: StoreAppContext,
  viewer: Viewer,
  { logoUrl, error }: Logo,
): Html {
  const action = `${storePath}/settings/general/logo`
  return html`<section class="beside" aria-labelledby="logo">
    <h2 id="logo">Logo</h2>
    <p class="lead">
      Buyers see it at the top of the page where they pay, 28 pixels high, in place of the name.
    </p>
    ${logoUrl === null ? undefined : previewView(logoUrl, viewer, action)}
    <form class="form" method="post" action="${action}" enctype="multipart/form-data">
      ${csrfField(viewer)}
      ${pictureField({
        label: logoUrl === null ? 'Choose a picture' : 'Choose another picture',
        hint: HINT,
        error,
      })}
      <div class="actions"><button class="quiet">Upload logo</button></div>
    </form>
  </section>`
}
