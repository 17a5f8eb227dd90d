import type { Response } from 'express'
import { createNonce, setStoreAppHeaders } from '../../web/security-headers.ts'
import { type Section, frameView } from './frame-view.ts'
import { type Html, html } from './html.ts'
import type { StoreAppContext, Viewer } from './store-app-context.ts'
import { STYLES } from './styles/store-app.styles.ts'

export type Page = {
  title: string
  /** Undefined when nobody is signed in. */
  viewer?: Viewer | undefined
  /** Which part of the application it belongs to. */
  section?: Section
  main: Html
  /** Sheets of this page's own, after the one for all. */
  styles?: Html
  /** The pictures that it shows: the policy lets their origins through. */
  imageUrls?: (string | null)[]
  /** What it shows in frames; nothing when it has none. */
  framed?: "'self'"
  /** Whether the page says that something is wrong: the title then says so first. */
  hasErrors?: boolean
}

const titleOf = ({ title, viewer, hasErrors }: Page) =>
  `${hasErrors ? 'Error: ' : ''}${title}${viewer ? ` – ${viewer.store.name}` : ''}`

const document = (app: StoreAppContext, page: Page, nonce: string) =>
  html`<!doctype html>
    <html lang="en" dir="ltr">
      <head>
        <meta charset="utf-8" />
        <title>${titleOf(page)}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="${app.storePath}/icon.svg" type="image/svg+xml" />
        <style nonce="${nonce}">
          ${STYLES}${page.styles}
        </style>
        <script
          type="module"
          nonce="${nonce}"
          src="${app.storePath}/${app.assets.storeApp.fileName}"
        ></script>
      </head>
      <body>
        ${
          page.viewer
            ? frameView(app, page, page.viewer)
            : html`<main id="main" class="alone" tabindex="-1">${page.main}</main>`
        }
      </body>
    </html> `

/** Answers with the page, under a policy with a nonce of its own. */
export function sendPage(app: StoreAppContext, response: Response, page: Page) {
  const nonce = createNonce()
  setStoreAppHeaders(response, {
    nonce,
    imageUrls: [page.viewer?.store.logoUrl, ...(page.imageUrls ?? [])],
    ...(page.framed && { framed: page.framed }),
  })
  response.type('html').send(document(app, page, nonce).text)
}
