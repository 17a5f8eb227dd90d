import { csrfField } from './forms.ts'
import { type Html, html } from './html.ts'
import { noticeView } from './notices.ts'
import type { Page } from './page.ts'
import type { StoreAppContext, Viewer } from './store-app-context.ts'

const LINKS = [
  { section: 'home', path: '', text: 'Home' },
  { section: 'orders', path: '/orders', text: 'Orders' },
  { section: 'products', path: '/products', text: 'Products' },
  { section: 'sessions', path: '/sessions', text: 'Sessions' },
  { section: 'payment-problems', path: '/payment-problems', text: 'Payment problems' },
  { section: 'settings', path: '/settings/general', text: 'Settings' },
] as const

/** The parts of the application that its navigation names. */
export type Section = (typeof LINKS)[number]['section'] | 'account'

const linksOf = ({ role, paymentProblems }: Viewer) =>
  LINKS.filter(({ section }) => {
    if (section === 'payment-problems') return paymentProblems !== 'none'
    return section !== 'settings' || role === 'owner'
  })

const current = (isCurrent: boolean): Html | undefined =>
  isCurrent ? html`aria-current="true"` : undefined

/** What stands around every page of a signed-in member. */
export const frameView = (
  { storePath }: StoreAppContext,
  { section, main }: Page,
  viewer: Viewer,
) =>
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
              html`<a href="${storePath}${link.path}" ${current(link.section === section)}
                >${link.text}</a
              >`,
          )}
        </nav>
        <form class="account" method="post" action="${storePath}/sign-out">
          <a class="email" href="${storePath}/account" ${current(section === 'account')}
            ><bdi>${viewer.email}</bdi></a
          >
          ${csrfField(viewer)}
          <button class="quiet">Sign out</button>
        </form>
      </header>
      <main id="main" tabindex="-1">${noticeView(viewer.notice)}${main}</main>
    </div>`
