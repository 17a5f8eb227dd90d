import { createNonce, setStoreAppHeaders } from '../../web/answers/security-headers.ts'
import { type FieldErrors, csrfField, errorSummary } from './forms.ts'
import { emailView } from './members/actor-view.ts'
import { noticeView } from './notices.ts'
import { type Html, html } from '../../web/html.ts'
import type { StoreAppContext, Viewer, Visit } from './store-app-context.ts'
import { ALONE } from './styles/alone.styles.ts'
import { STYLES } from './styles/store-app.styles.ts'

const LINKS = [
  { section: 'home', path: '', text: 'Home' },
  { section: 'orders', path: '/orders', text: 'Orders' },
  { section: 'products', path: '/products', text: 'Products' },
  { section: 'sessions', path: '/sessions', text: 'Checkouts' },
  { section: 'payment-problems', path: '/payment-problems', text: 'Payment problems' },
  { section: 'settings', path: '/settings/general', text: 'Settings' },
] as const

type Section = (typeof LINKS)[number]['section'] | 'account'

export type Page = {
  title: string
  section?: Section
  /** What is above everything else of it. */
  top?: Html
  /** The page above it. */
  back?: { path: string; text: Html | string }
  /** (Default: the title.) */
  heading?: Html | string
  /** In the line of the heading: states and buttons. */
  beside?: Html
  /** What the page is for. */
  lead?: Html | string | undefined
  main: Html
  /** Sheets of this page's own, after the one for all. */
  styles?: Html
  /** The pictures that it shows: the policy lets their origins through. */
  imageUrls?: (string | null)[]
  /** What it shows in frames; nothing when it has none. */
  framed?: "'self'"
  /** What is wrong with its form. */
  errors?: FieldErrors | undefined
  /** What somebody else has saved meanwhile, so that its form was not. */
  overtaken?: Html | undefined
  /** What else is wrong. Any problem is said in the title, too, and answered 422. */
  problem?: Html | undefined
}

const linksOf = ({ role, paymentProblems }: Viewer) =>
  LINKS.filter(({ section }) => {
    if (section === 'payment-problems') return paymentProblems !== 'none'
    return section !== 'settings' || role === 'owner'
  })

const current = (isCurrent: boolean): Html | undefined =>
  isCurrent ? html`aria-current="true"` : undefined

const frameView = ({ storePath }: StoreAppContext, page: Page, viewer: Viewer) =>
  html`<a class="skip" href="#main">Skip to content</a>
    <div class="app">
      <header class="rail">
        <p class="store">
          ${
            viewer.store.logoUrl === null
              ? undefined
              : html`<img src="${viewer.store.logoUrl}" alt="" />`
          }
          <bdi>${viewer.store.name}</bdi>
          ${viewer.store.isTest ? html`<span class="badge info">Test store</span>` : undefined}
        </p>
        <nav aria-label="Store">
          ${linksOf(viewer).map(
            (link) =>
              html`<a href="${storePath}${link.path}" ${current(link.section === page.section)}
                >${link.text}</a
              >`,
          )}
        </nav>
        <form class="account" method="post" action="${storePath}/sign-out">
          <a class="member" href="${storePath}/account" ${current(page.section === 'account')}
            >${emailView(viewer.email)}</a
          >
          ${csrfField(viewer)}
          <button class="quiet">Sign out</button>
        </form>
      </header>
      <main id="main" tabindex="-1">
        ${noticeView(viewer.notice)}${mainView(page)}${zoneView(page.main, viewer.formats)}
      </main>
    </div>`

/** Names the zone of the times on the page, if there are any. */
const zoneView = (main: Html, { timeZone }: Viewer['formats']) =>
  main.text.includes('<time') ? html`<p class="hint zone">Time zone: ${timeZone}</p>` : undefined

/** Whose page it is: undefined when nobody is signed in. */
type Reader = Viewer | undefined

const hasProblem = ({ overtaken, problem, errors = {} }: Page) =>
  (overtaken ?? problem) !== undefined || Object.keys(errors).length > 0

const titleOf = (page: Page, viewer: Reader) =>
  `${hasProblem(page) ? 'Error: ' : ''}${page.title}${viewer ? ` – ${viewer.store.name}` : ''}`

/** A heading, what is wrong, and the page itself. */
const mainView = ({ title, heading = title, top, back, beside, lead, main, ...page }: Page) =>
  html`${top}${back && html`<p class="back"><a href="${back.path}">${back.text}</a></p>`}
    <div class="heading">
      <h1 id="title">${heading}</h1>
      ${beside}
    </div>
    ${lead && html`<p class="lead">${lead}</p>`}
    ${errorSummary(page.errors, page.overtaken)}${page.problem}${main}`

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
          ${STYLES}${viewer ? undefined : ALONE}${page.styles}
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
            : html`<main id="main" class="alone" tabindex="-1">${mainView(page)}</main>`
        }
      </body>
    </html> `

/** Answers with the page, under a policy with a nonce of its own. */
export function sendPage(
  { app, response, viewer }: Pick<Visit, 'app' | 'response'> & { viewer?: Reader },
  page: Page,
) {
  const nonce = createNonce()
  if (hasProblem(page) && response.statusCode === 200) response.status(422)
  setStoreAppHeaders(response, {
    nonce,
    imageUrls: [viewer?.store.logoUrl, ...(page.imageUrls ?? [])],
    ...(page.framed && { framed: page.framed }),
  })
  response.type('html').send(document(app, page, { viewer, nonce }).text)
}
