import type { Response } from 'express'
import type { PaymentProblemState, SignedInMember } from '../checkout/record-ports.ts'
import { createNonce, setStoreAppHeaders } from '../http/security-headers.ts'
import { type Html, html } from './html.ts'
import { STYLES } from './store-app.styles.ts'

/** Where the store application is on its host, without a slash at its end. */
export type StorePath = string

/** Whose page it is: what its frame shows and its forms send. */
export type Viewer = SignedInMember & { csrfToken: string; paymentProblems: PaymentProblemState }

type Section = 'orders' | 'payment-problems'

type Page = {
  title: string
  storePath: StorePath
  /** Undefined before the sign-in. */
  viewer?: Viewer | undefined
  /** Which part of the application it belongs to. (Default: orders.) */
  section?: Section
  main: Html
  imageUrl?: string | null
}

const linkView = (section: Section, text: string, { storePath, section: current = 'orders' }: Page) =>
  html`<a href="${storePath}/${section}"${section === current ? html` aria-current="true"` : undefined}>${text}</a>`

type MembersPage = Page & { viewer: Viewer }

const frame = ({ viewer: { storeName, email, csrfToken, paymentProblems }, ...page }: MembersPage) => html`<div class="app">
<header class="rail">
<p class="store"><bdi>${storeName}</bdi></p>
<nav aria-label="Store">${linkView('orders', 'Orders', page)}
${paymentProblems === 'none' ? undefined : linkView('payment-problems', 'Payment problems', page)}</nav>
<form class="account" method="post" action="${page.storePath}/sign-out">
<p class="muted email"><bdi>${email}</bdi></p>
<input type="hidden" name="csrf" value="${csrfToken}">
<button class="quiet">Sign out</button>
</form>
</header>
<main id="main" tabindex="-1">${page.main}</main>
</div>`

const body = (page: Page) => page.viewer ? frame({ ...page, viewer: page.viewer })
  : html`<main id="main" class="alone" tabindex="-1">${page.main}</main>`

const document = (page: Page, nonce: string) => html`<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<title>${page.viewer ? `${page.title} – ${page.viewer.storeName}` : page.title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<style nonce="${nonce}">${STYLES}</style>
</head>
<body>
${page.viewer ? html`<a class="skip" href="#main">Skip to content</a>` : undefined}
${body(page)}
</body>
</html>
`

/** Answers with the page, under a policy with a nonce of its own. */
export function sendPage(response: Response, page: Page) {
  const nonce = createNonce()
  const imageOrigin = page.imageUrl ? new URL(page.imageUrl).origin : undefined
  setStoreAppHeaders(response, { nonce, imageOrigin })
  response.type('html').send(document(page, nonce).text)
}
