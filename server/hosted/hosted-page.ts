import { html } from 'lit/html.js'
import type { Branding } from '../checkout/branding.ts'
import type { CheckoutView } from '../contract/buyer.ts'
import {
  afterView,
  type CheckoutState,
  type FieldProblem,
  type SessionState,
  type Unavailable,
  isForm,
} from '../../widget/session/checkout-state.ts'
import { timeAround } from '../../widget/session/deadline.ts'
import { returnAddress } from '../../widget/session/return-address.ts'
import { totalsSince } from '../../widget/views/total-before.ts'
import { view as checkoutView } from '../../widget/views/checkout-view.ts'
import { placedView } from '../../widget/views/placed-view.ts'
import type { Surroundings } from '../../widget/views/progress-view.ts'
import { sessionTitle } from '../../widget/views/session-title.ts'
import type { Ui } from '../../widget/views/ui.ts'
import type { Beginning } from '../web/gzip-parts.ts'
import { htmlText, jsonText } from '../web/html-text.ts'
import { hashSource } from '../web/security-headers.ts'
import type { WidgetAssets } from '../web/widget-assets.ts'
import { languageList } from './language-links.ts'
import { type Opening, commonOf } from './page-beginnings.ts'
import { fillForm } from './filled-form.ts'
import { frameScript } from './frame-script.ts'
import { renderView } from './rendered-view.ts'
import { scriptlessOf } from './scriptless.ts'
import { storeFooter, storeStyles } from './store-face.ts'
import type { Details } from './typed-details.ts'

export type Setting = {
  assets: WidgetAssets
  nonce: string
  language: string
  /** (Default: the answer’s policy has cut it off.) */
  keepsOpener?: boolean
}

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

type PageParts = {
  beginning: Opening
  ui: Ui
  /** What goes on in the beginning's script with data. */
  data?: string
  title: string
  head?: string
  store: CheckoutView['store']
  branding: Branding | null | undefined
  body: string
  languages: string
}

/** A page of a session, with the store's own face around it. */
export function pageOf(parts: PageParts): Page {
  const { beginning, ui, data = '', title, head = '', store, body, languages } = parts
  const sheet = storeStyles(store, parts.branding)
  const rest = restOf({
    title,
    head: `${sheet && `<style>${sheet}</style>\n`}${head}`,
    body: `${body}${storeFooter(store, ui)}\n${languages}`,
  })
  return {
    beginning,
    rest: `${data}${rest}`,
    styleHashes: [beginning.styleHash, ...(sheet ? [hashSource(sheet)] : [])],
  }
}

/**
 * Of a store that wants its buyers back at once, for who has just paid without script. A form may not
 * lead there: our policy does not name the address, nor where that leads on.
 */
const leavingFor = (address: string) =>
  `<noscript><meta http-equiv="refresh" content="0;url=${htmlText(address)}"></noscript>`

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
 * A link that was pasted into a window that another page has opened: asked for by our own page, it
 * comes with the policy that cuts that page off (decision 86).
 */
const LEAVE_OPENER = `opener&&location.replace(location.pathname+location.search)`

type Checkout = Setting & {
  view: CheckoutView
  /** (Default: our own look.) */
  branding?: Branding | null | undefined
  checkoutUrl: string
  takesPlainCards: boolean
  /** What the page was opened with, or was sent with its form, and what is wrong in that. */
  typed?: { details: Details; problems?: FieldProblem[] } | undefined
  /** (Default: what the view says.) */
  state?: SessionState
  /** What came of the button that was pressed there. */
  said?: string | undefined
  /** Whether the buyer comes from paying without script. */
  hasPaid?: boolean
  /** (Default: the address as it is: nothing was typed.) */
  withDraft?: (address: string) => string
}

/** Below the buttons of what stands in the place of the form. */
const LIVE = /<p [^>]*data-live="notice">/

/** Who comes back wants to know how the payment went; `last4`: of the card that was sent. */
export function stateOnReturn(view: CheckoutView, last4?: string): SessionState {
  const state = afterView({ type: 'loading' }, view)
  if (state.type !== 'ready' || view.attempt?.status !== 'failed') return state
  const card = last4 === undefined ? {} : { card: { last4 } }
  return { ...state, problem: { type: 'declined', ...view.attempt, ...card } }
}

/** Why an item that was for sale is not any more. */
export const shortage = (
  reason: 'sold_out' | 'insufficient_stock',
  left: number | undefined,
): Unavailable => (reason === 'sold_out' || left === undefined ? { reason } : { reason, left })

function stateOf({ view, typed }: Pick<Checkout, 'view' | 'typed'>): SessionState {
  const state = stateOnReturn(view)
  const { problems: fields = [] } = typed ?? {}
  return state.type === 'ready' && fields.length > 0
    ? { ...state, problem: { type: 'invalid', fields } }
    : state
}

/** Of a buyer who has started again: the totals, where the price is another. */
const totalsOf = (view: CheckoutView, { before, fulfillment }: Partial<Details>, { money }: Ui) =>
  before && totalsSince(before, { view, option: fulfillment?.option, money })

/** What is wrong in a form, at its fields. */
export const wrongFields = (state: CheckoutState): FieldProblem[] =>
  state.type === 'ready' && state.problem?.type === 'invalid' ? state.problem.fields : []

/** What the page is to be painted for, before the script has the sheet of all that can come. */
function whatShows(state: CheckoutState, { totals, minutesLeft }: Surroundings) {
  if (!isForm(state)) return 'result'
  return state.type === 'ready' && !state.problem && !totals && !minutesLeft ? 'form' : 'both'
}

/**
 * The checkout as a page of ours (contract §5): complete before the script arrives, which then only
 * adds behaviour.
 */
export function renderHostedPage(checkout: Checkout): Page {
  const { view, assets, nonce, checkoutUrl, language, typed, keepsOpener = false } = checkout
  const { ui, texts, languages, checkout: openings } = commonOf(assets, language)
  const state = checkout.state ?? stateOf(checkout)
  const problems = wrongFields(state)
  const leaving =
    checkout.hasPaid && view.order && view.returnsAtOnce && returnAddress(view.successUrl, view.id)
  const totals = totalsOf(view, typed?.details ?? {}, ui)
  const surroundings = { ...timeAround(view), totals }
  const screen = renderView(checkoutView(state, ui, surroundings))
  const { option, details, address } = typed?.details.fulfillment ?? {}
  const { country: _chosen, place = details ?? view.customer.details, ...parts } = address ?? {}
  const body = isForm(state)
    ? fillForm(screen, {
        place,
        parts,
        option,
        agreed: typed?.details.agreedToTerms,
        problems,
        below: renderView(scriptlessOf(state, ui, { ...checkout, texts })),
      })
    : screen.replace(LIVE, (place) => `${place}${htmlText(checkout.said ?? '')}`)
  const { fileName, integrity } = assets.script
  const script = `${htmlText(checkoutUrl)}/${fileName}`
  return pageOf({
    beginning: openings[whatShows(state, surroundings)],
    ui,
    data: `${jsonText(view)}}</script>\n`,
    title: sessionTitle(state, ui),
    head: `${leaving ? leavingFor(leaving) : ''}<script nonce="${nonce}">${keepsOpener ? `${LEAVE_OPENER}\n` : ''}${WATCHDOG}</script>
<script type="module" src="${script}" integrity="${integrity}" crossorigin nonce="${nonce}"></script>\n`,
    store: view.store,
    branding: checkout.branding,
    body: `<hosted-checkout ssr session="${htmlText(view.id)}" checkout-url="${htmlText(checkoutUrl)}">
${body}</hosted-checkout>${isForm(state) ? frameScript(checkout, ui) : ''}`,
    languages,
  })
}

/** Where the buyer chooses another language, or goes back with the one they had: of no session. */
export function renderLanguagesPage({ assets, language }: Setting): Page {
  const { ui, texts, message: beginning } = commonOf(assets, language)
  const title = texts.languages
  const list = html`<section class="result">
    <h1>${title}</h1>
    <ul class="languages" translate="no">
      ${languageList(language)}
    </ul>
    <p><a href=${`?lang=${language}`}>${texts.back}</a></p>
  </section>`
  const body = `<div class="page">${renderView(placedView({ type: 'loading' }, ui, list))}</div>`
  return { beginning, rest: restOf({ title, body }), styleHashes: [beginning.styleHash] }
}

function renderMessagePage({ assets, language }: Setting, code: 'session_not_found' | 'internal') {
  const { ui, languages, message: beginning } = commonOf(assets, language)
  const state: CheckoutState = { type: 'error', code }
  const rest = restOf({
    title: ui.t(code === 'internal' ? 'error.title' : 'error.notFound'),
    body: `<div class="page">${renderView(checkoutView(state, ui))}</div>
${languages}`,
  })
  return { beginning, rest, styleHashes: [beginning.styleHash] }
}

/** The same page for ids that never were, are malformed, or of which nothing may be said. */
export const renderNotFoundPage = (setting: Setting): Page =>
  renderMessagePage(setting, 'session_not_found')

export const renderErrorPage = (setting: Setting): Page => renderMessagePage(setting, 'internal')
