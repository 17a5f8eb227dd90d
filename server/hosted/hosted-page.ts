import { render } from '@lit-labs/ssr'
import { collectResultSync } from '@lit-labs/ssr/lib/render-result.js'
import type { CheckoutView } from '../contract/buyer.ts'
import { afterView, type CheckoutState } from '../../widget/checkout-state.ts'
import { CATALOGUES, messageList } from '../../widget/i18n/catalogues.ts'
import { en } from '../../widget/i18n/en.ts'
import { directionOf, pickLanguage } from '../../widget/i18n/translate.ts'
import { view as checkoutView } from '../../widget/views/checkout-view.ts'
import { createUi } from '../../widget/views/ui.ts'
import { htmlText, jsonText } from '../web/html-text.ts'
import { storeFooter, storeStyles } from './store-face.ts'
import type { WidgetAssets } from '../web/widget-assets.ts'

type Page = { assets: WidgetAssets; nonce: string; language: string }
type HostedPage = Page & { view: CheckoutView; checkoutUrl: string }
type Document = Page & { title: string; head?: string; body: string }

const LANGUAGES = Object.keys(CATALOGUES)

function uiOf(wanted: string) {
  const language = pickLanguage(LANGUAGES, wanted)
  const messages = CATALOGUES[language.split('-', 1)[0] ?? ''] ?? en
  return { messages, ui: createUi({ language, messages, hosted: true }) }
}

type ServerUi = ReturnType<typeof uiOf>['ui']

/**
 * Without lit's marks: the element never hydrates, and text from outside holds no `<` that could
 * look like one.
 */
const htmlOf = (state: CheckoutState, ui: ServerUi) =>
  collectResultSync(render(checkoutView(state, ui)))
    .replaceAll(/<!--\/?lit-[^>]*-->/g, '')
    .replaceAll(/>\s*\n\s*</g, '>\n<')

const document = ({ assets, nonce, language, title, head = '', body }: Document) => `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}" data-stuck>
<head>
<meta charset="utf-8">
<title>${htmlText(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="icon.svg">
<style nonce="${nonce}">${assets.pageStyles}</style>
${head}</head>
<body>
${body}
</body>
</html>
`

function titleOf({ order, status, store: { name: store } }: CheckoutView, { t }: ServerUi) {
  if (order) return t('page.title.paid', { store })
  return status === 'expired' ? t('page.title.expired', { store }) : t('page.title', { store })
}

/**
 * Without its script the page is complete, and dead: then the sheet says what to do instead of the
 * form, until the element is there after all. That is at once where nothing runs or the script was
 * stopped, else after 10 s.
 */
const WATCHDOG = `{let d=document.documentElement.dataset,f=()=>d.stuck=''
delete d.stuck
addEventListener('error',e=>e.target.type=='module'&&f(),true)
setTimeout(f,1e4)}`

/** What only an element says that has to ask for its first view: here that is in the page. */
const isNeeded = (key: string) =>
  !/^(?:error\.(?!text|broken)|card\.page|page\.(?:load|no))/.test(key)

/**
 * The checkout as a page of ours (contract §5): complete before the script arrives, which then only
 * adds behaviour.
 */
export function renderHostedPage({
  view,
  assets,
  nonce,
  checkoutUrl,
  language,
}: HostedPage): string {
  const { ui, messages } = uiOf(language)
  const state = afterView({ type: 'loading' }, view)
  const { fileName, integrity } = assets.script
  const script = `${htmlText(checkoutUrl)}/${fileName}`
  return document({
    assets,
    nonce,
    language: ui.language,
    title: titleOf(view, ui),
    head: `${storeStyles(view.store, nonce)}<script nonce="${nonce}">${WATCHDOG}</script>
<script type="module" src="${script}" integrity="${integrity}" crossorigin nonce="${nonce}"></script>\n`,
    body: `<hosted-checkout ssr session="${htmlText(view.id)}" checkout-url="${htmlText(checkoutUrl)}">
${htmlOf(state, ui)}</hosted-checkout>${storeFooter(view.store)}
<script type="application/json" data-checkout nonce="${nonce}">${jsonText({ view, messages: messageList(messages, isNeeded) })}</script>`,
  })
}

const SCRIPTLESS = {
  title: 'Your details were not sent',
  text: 'You were not charged.',
  again: 'Load the payment page again',
}

/**
 * For a form that was sent although no script was there to take it: nothing of it is read, and it
 * is said so.
 */
export function renderScriptlessPage({ assets, nonce, language }: Page): string {
  const { ui } = uiOf(language)
  const { title, text, again } = SCRIPTLESS
  return document({
    assets,
    nonce,
    language: ui.language,
    title,
    body: `<div class="page"><div class="root" lang="${ui.language}"><div class="body" role="main"><section class="result">
<h1>${title}</h1>
<p>${htmlText(ui.t('page.noscript'))} ${text}</p>
<p class="actions"><a class="primary" href="">${again}</a></p>
</section></div></div></div>`,
  })
}

function renderMessagePage(
  { assets, nonce, language }: Page,
  code: 'session_not_found' | 'internal',
) {
  const { ui } = uiOf(language)
  const state: CheckoutState = { type: 'error', code }
  return document({
    assets,
    nonce,
    language: ui.language,
    title: ui.t(code === 'internal' ? 'error.title' : 'error.notFound'),
    body: `<div class="page">${htmlOf(state, ui)}</div>`,
  })
}

/** The same page for ids that never were, are malformed, or of which nothing may be said. */
export const renderNotFoundPage = (page: Page): string =>
  renderMessagePage(page, 'session_not_found')

export const renderErrorPage = (page: Page): string => renderMessagePage(page, 'internal')
