import type { CheckoutView } from '../contract/buyer.ts'
import { afterView, type CheckoutState } from '../../widget/checkout-state.ts'
import { view as checkoutView } from '../../widget/views/checkout-view.ts'
import type { Ui } from '../../widget/views/ui.ts'
import type { Beginning } from '../web/gzip-parts.ts'
import { htmlText, jsonText } from '../web/html-text.ts'
import { hashSource } from '../web/security-headers.ts'
import type { WidgetAssets } from '../web/widget-assets.ts'
import { commonOf } from './page-beginnings.ts'
import { renderView } from './rendered-view.ts'
import { storeFooter, storeStyles } from './store-face.ts'

type Setting = { assets: WidgetAssets; nonce: string; language: string }
type Checkout = Setting & { view: CheckoutView; checkoutUrl: string }

/**
 * What many pages begin with is compressed once, the rest for each of them. A policy names the
 * sheets by their hashes.
 */
export type Page = { beginning: Beginning; rest: string; styleHashes: string[] }

export const textOf = ({ beginning, rest }: Page) => beginning.text + rest

/** From the title on, with which the head of every page goes on. */
const restOf = ({ title, head = '', body }: { title: string; head?: string; body: string }) =>
  `<title>${htmlText(title)}</title>
${head}</head>
<body>
${body}
</body>
</html>
`

function titleOf({ order, status, store: { name: store } }: CheckoutView, { t }: Ui) {
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

/**
 * The checkout as a page of ours (contract §5): complete before the script arrives, which then only
 * adds behaviour.
 */
export function renderHostedPage({ view, assets, nonce, checkoutUrl, language }: Checkout): Page {
  const { ui, styleHash, checkout: beginning } = commonOf(assets, language)
  const state = afterView({ type: 'loading' }, view)
  const sheet = storeStyles(view.store)
  const { fileName, integrity } = assets.script
  const script = `${htmlText(checkoutUrl)}/${fileName}`
  const rest = restOf({
    title: titleOf(view, ui),
    head: `${sheet && `<style>${sheet}</style>\n`}<script nonce="${nonce}">${WATCHDOG}</script>
<script type="module" src="${script}" integrity="${integrity}" crossorigin nonce="${nonce}"></script>\n`,
    body: `<hosted-checkout ssr session="${htmlText(view.id)}" checkout-url="${htmlText(checkoutUrl)}">
${renderView(checkoutView(state, ui))}</hosted-checkout>${storeFooter(view.store)}`,
  })
  return {
    beginning,
    rest: `${jsonText(view)}}</script>\n${rest}`,
    styleHashes: [styleHash, ...(sheet ? [hashSource(sheet)] : [])],
  }
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
export function renderScriptlessPage({ assets, language }: Setting): Page {
  const { ui, styleHash, message: beginning } = commonOf(assets, language)
  const { title, text, again } = SCRIPTLESS
  const body = `<div class="page"><div class="root" lang="${ui.language}"><div class="body" role="main"><section class="result">
<h1>${title}</h1>
<p>${htmlText(ui.t('page.noscript'))} ${text}</p>
<p class="actions"><a class="primary" href="">${again}</a></p>
</section></div></div></div>`
  return { beginning, rest: restOf({ title, body }), styleHashes: [styleHash] }
}

function renderMessagePage({ assets, language }: Setting, code: 'session_not_found' | 'internal') {
  const { ui, styleHash, message: beginning } = commonOf(assets, language)
  const state: CheckoutState = { type: 'error', code }
  const rest = restOf({
    title: ui.t(code === 'internal' ? 'error.title' : 'error.notFound'),
    body: `<div class="page">${renderView(checkoutView(state, ui))}</div>`,
  })
  return { beginning, rest, styleHashes: [styleHash] }
}

/** The same page for ids that never were, are malformed, or of which nothing may be said. */
export const renderNotFoundPage = (setting: Setting): Page =>
  renderMessagePage(setting, 'session_not_found')

export const renderErrorPage = (setting: Setting): Page => renderMessagePage(setting, 'internal')
