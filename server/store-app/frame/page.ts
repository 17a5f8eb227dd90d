import { createNonce, setStoreAppHeaders } from '../../web/security-headers.ts'
import type { FieldErrors } from './forms.ts'
import { type Section, frameView } from './frame-view.ts'
import { type Html, html } from './html.ts'
import type { StoreAppContext, Viewer, Visit } from './store-app-context.ts'
import { STYLES } from './styles/store-app.styles.ts'

export type Page = {
  title: string
  /** Which part of the application it belongs to. */
  section?: Section
  /** The page above it. */
  back?: Back
  main: Html
  /** Sheets of this page's own, after the one for all. */
  styles?: Html
  /** The pictures that it shows: the policy lets their origins through. */
  imageUrls?: (string | null)[]
  /** What it shows in frames; nothing when it has none. */
  framed?: "'self'"
  /** Whether the page says that something is wrong: the title then says so first. */
  hasErrors?: boolean
  /** What is wrong with its form. With any it is answered 422, unless it has another status. */
  errors?: FieldErrors | undefined
}

type Back = { path: string; text: Html | string }

export const backView = (back: Back | undefined) =>
  back && html`<p class="back"><a href="${back.path}">${back.text}</a></p>`

/** Whose page it is: undefined when nobody is signed in. */
type Reader = Viewer | undefined

const titleOf = ({ title, hasErrors }: Page, viewer: Reader) =>
  `${hasErrors ? 'Error: ' : ''}${title}${viewer ? ` – ${viewer.store.name}` : ''}`

const document = (
  app: StoreAppContext,
  page: Page,
  { viewer, nonce }: { viewer: Reader; nonce: string },
) =>
  html`<!doctype html>
    <html lang="en" dir="ltr">
      <head>
        <meta charset="utf-8" />
        <title>${titleOf(page, viewer)}</title>
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
          viewer
            ? frameView(app, page, viewer)
            : html`<main id="main" class="alone" tabindex="-1">${page.main}</main>`
        }
      </body>
    </html> `

/** Answers with the page, under a policy with a nonce of its own. */
export function sendPage(
  { app, response, viewer }: Pick<Visit, 'app' | 'response'> & { viewer?: Reader },
  { back, ...page }: Page,
) {
  const nonce = createNonce()
  const hasErrors = page.hasErrors ?? Object.keys(page.errors ?? {}).length > 0
  if (hasErrors && page.errors && response.statusCode === 200) response.status(422)
  setStoreAppHeaders(response, {
    nonce,
    imageUrls: [viewer?.store.logoUrl, ...(page.imageUrls ?? [])],
    ...(page.framed && { framed: page.framed }),
  })
  const shown = { ...page, hasErrors, main: html`${backView(back)}${page.main}` }
  response.type('html').send(document(app, shown, { viewer, nonce }).text)
}
