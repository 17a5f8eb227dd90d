import { type TemplateResult, html } from 'lit/html.js'
import type { CheckoutState, FieldProblem } from '../../widget/session/checkout-state.ts'
import { errorView } from '../../widget/views/message-view.ts'
import { placedView } from '../../widget/views/placed-view.ts'
import { languageOf } from '../../widget/i18n/catalogues.ts'
import type { CheckoutSession } from '../checkout/sessions/session.ts'
import { viewStore } from '../checkout/sessions/view-checkout.ts'
import { fillForm } from './filled-form.ts'
import { type Page, type PageParts, type Setting, bodyOf, pageOf } from './hosted-page.ts'
import { languageList } from './language-links.ts'
import { commonOf } from './page-beginnings.ts'
import { renderView } from './rendered-view.ts'

/** The store that a page without a checkout belongs to. */
export type Owner = Pick<CheckoutSession, 'store' | 'seller'>

type Plain = Pick<PageParts, 'head' | 'rules' | 'imageUrl'> & {
  title: string
  view: TemplateResult
  /** (Default: no owner.) */
  owner?: Owner | undefined
  /** Whether it comes back because something was refused. */
  isWrong?: boolean
  /** At their fields. */
  problems?: readonly FieldProblem[]
  opening?: 'message' | 'lost' | 'buy'
  /** (Default: the page leads to all of them.) */
  hasLanguages?: boolean
  state?: CheckoutState
}

/** A page without a checkout, under the header of its store. */
export function plainPage({ assets, language }: Setting, plain: Plain): Page {
  const { title, view, owner, isWrong = false, problems = [], opening = 'message' } = plain
  const { hasLanguages = true, state = { type: 'loading' }, head, rules, imageUrl } = plain
  const { ui, languages, [opening]: beginning } = commonOf(assets, language)
  const store = owner && viewStore(owner)
  const body = renderView(placedView(state, ui, view, store))
  return pageOf({
    beginning,
    ui,
    title: isWrong ? ui.t('page.title.error', { title }) : title,
    head,
    store,
    branding: owner?.store.branding,
    rules,
    imageUrl,
    body: bodyOf(fillForm(body, { problems })),
    ...(hasLanguages && { languages }),
  })
}

/** The list of languages. */
export function renderLanguagesPage(setting: Setting, owner?: Owner): Page {
  const { assets, language } = setting
  const { texts } = commonOf(assets, language)
  const title = texts.languages
  const view = html`<section class="result">
    <h1>${title}</h1>
    <ul class="languages" id="languages" translate="no">
      ${languageList(language)}
    </ul>
    <p><a href=${`?lang=${language}`}>${texts.back}</a></p>
  </section>`
  return plainPage(setting, { title, view, owner, hasLanguages: false })
}

function renderMessagePage(
  setting: Setting,
  code: 'session_not_found' | 'internal',
  owner?: Owner,
) {
  const { ui } = commonOf(setting.assets, setting.language)
  const state = { type: 'error', code } as const
  const title = ui.t(code === 'internal' ? 'error.title' : 'error.notFound')
  return plainPage(setting, { title, state, view: errorView(state, ui), owner })
}

/** The page for a link that leads back to where its store does not lead. */
export function renderWrongLinkPage(setting: Setting): Page {
  const { texts } = commonOf(setting.assets, setting.language)
  const title = texts['returns.title']
  const view = html`<section class="result">
    <h1>${title}</h1>
    <p>${texts.returns}</p>
  </section>`
  return plainPage(setting, { title, view, hasLanguages: false })
}

/** The page for an address that belongs to no store. It leads to what every visitor may open. */
export function renderLostPage(
  setting: Setting,
  { baseUrl, checkoutUrl }: { baseUrl: string; checkoutUrl: string },
): Page {
  const { ui, texts } = commonOf(setting.assets, setting.language)
  const { begin } = languageOf(setting.language).withdrawal
  const title = ui.t('error.notFound')
  const view = html`<section class="result">
    <h1>${title}</h1>
    <p>${ui.t('error.notFound.text')}</p>
    <p class="actions">
      <a class="secondary" href=${`${checkoutUrl}/withdraw`}>${begin}</a>
      <a class="secondary" href=${`${baseUrl}/docs`}>${texts.docs}</a>
      <a class="secondary" href=${`${baseUrl}/store`}>${texts.storeApp}</a>
    </p>
  </section>`
  return plainPage(setting, { title, view, opening: 'lost' })
}

/** The page for unknown and malformed ids, and for sessions that must not be shown. */
export const renderNotFoundPage = (setting: Setting, owner?: Owner): Page =>
  renderMessagePage(setting, 'session_not_found', owner)

export const renderErrorPage = (setting: Setting): Page => renderMessagePage(setting, 'internal')
