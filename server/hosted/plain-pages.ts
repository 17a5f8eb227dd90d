import { type TemplateResult, html } from 'lit/html.js'
import { errorView } from '../../widget/views/message-view.ts'
import { placedView } from '../../widget/views/placed-view.ts'
import type { Ui } from '../../widget/views/ui.ts'
import type { Branding } from '../checkout/branding.ts'
import type { CheckoutView } from '../contract/buyer.ts'
import { type Page, type Setting, pageOf } from './hosted-page.ts'
import { languageList } from './language-links.ts'
import { commonOf } from './page-beginnings.ts'
import { renderView } from './rendered-view.ts'

/** The store that a page without a checkout belongs to, where that is known. */
export type Known = { store: CheckoutView['store']; branding: Branding | null }

/** What stands under the store's header where no checkout is shown. */
export const plainBody = (ui: Ui, view: TemplateResult, store?: Known['store']) =>
  `<div class="page">${renderView(placedView({ type: 'loading' }, ui, view, store))}</div>`

/** The list of languages. */
export function renderLanguagesPage({ assets, language }: Setting, known?: Known): Page {
  const { ui, texts, message: beginning } = commonOf(assets, language)
  const title = texts.languages
  const list = html`<section class="result">
    <h1>${title}</h1>
    <ul class="languages" translate="no">
      ${languageList(language)}
    </ul>
    <p><a href=${`?lang=${language}`}>${texts.back}</a></p>
  </section>`
  const { store, branding } = known ?? {}
  return pageOf({ beginning, ui, title, store, branding, body: plainBody(ui, list, store) })
}

function renderMessagePage(
  { assets, language }: Setting,
  code: 'session_not_found' | 'internal',
  { store, branding }: Partial<Known> = {},
) {
  const { ui, languages, message: beginning } = commonOf(assets, language)
  const state = { type: 'error', code } as const
  return pageOf({
    beginning,
    ui,
    title: ui.t(code === 'internal' ? 'error.title' : 'error.notFound'),
    store,
    branding,
    body: `<div class="page">${renderView(placedView(state, ui, errorView(state, ui), store))}</div>`,
    languages,
  })
}

/** The page for a link that leads back to where its store does not lead. */
export function renderWrongLinkPage({ assets, language }: Setting): Page {
  const { ui, texts, message: beginning } = commonOf(assets, language)
  const title = ui.t('problem.title')
  const body = html`<section class="result">
    <h1>${title}</h1>
    <p>${texts.returns}</p>
  </section>`
  return pageOf({ beginning, ui, title, branding: null, body: plainBody(ui, body) })
}

/** The page for unknown and malformed ids, and for sessions that must not be shown. */
export const renderNotFoundPage = (setting: Setting, known?: Known): Page =>
  renderMessagePage(setting, 'session_not_found', known)

export const renderErrorPage = (setting: Setting): Page => renderMessagePage(setting, 'internal')
