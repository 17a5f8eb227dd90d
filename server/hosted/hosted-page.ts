import type { TemplateResult } from 'lit/html.js'
import { isBuyUrl } from '../checkout/sessions/buy-link.ts'
import type { Branding } from '../checkout/stores/branding.ts'
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
import { formSheetOf } from '../../widget/styles/form-sheet.ts'
import { totalsSince } from '../../widget/views/total-before.ts'
import { view as checkoutView } from '../../widget/views/checkout-view.ts'
import type { Surroundings } from '../../widget/views/progress-view.ts'
import { sessionTitle } from '../../widget/views/session-title.ts'
import type { Ui } from '../../widget/views/ui.ts'
import type { Beginning } from '../web/answers/gzip-parts.ts'
import { type Html, html, insertAfter, scriptJson, unsafeHtml } from '../web/html.ts'
import { type ImageUrls, hashSource } from '../web/answers/security-headers.ts'
import type { WidgetAssets } from '../web/answers/widget-assets.ts'
import { brandingStyles } from './branding-styles.ts'
import { type Opening, commonOf } from './page-beginnings.ts'
import { fillForm } from './filled-form.ts'
import { frameScript } from './frame-script.ts'
import { renderView } from './rendered-view.ts'
import { scriptlessOf } from './scriptless.ts'
import { pageFoot } from './page-foot.ts'
import type { Details } from './typed-details.ts'

export type Setting = {
  assets: WidgetAssets
  nonce: string
  language: string
  /** (Default: the answer's policy cuts off the opener.) */
  keepsOpener?: boolean
}

/**
 * The beginning, which many pages share, is compressed once; the rest with each page. The policy
 * names the sheets by their hashes, and the pictures by their origins.
 */
export type Page = {
  beginning: Beginning
  rest: string
  styleHashes: string[]
  imageUrls: ImageUrls
}

export const textOf = ({ beginning, rest }: Page) => beginning.text + rest

/** The page from its title on. */
const restOf = ({ title, head, body }: { title: string; head: Html; body: Html }) =>
  html`<title>${title}</title>
${head}</head>
<body>
${body}
</body>
</html>
`

export type PageParts = {
  beginning: Opening
  ui: Ui
  /** Data for the script that the beginning opens. */
  data?: Html
  title: string
  head?: Html | undefined
  /** (Default: the page belongs to no store.) */
  store?: CheckoutView['store'] | undefined
  branding: Branding | null | undefined
  /** Rules of this page alone. (Default: none.) */
  rules?: string | undefined
  /** The product's picture, when the page shows one. */
  imageUrl?: string | null | undefined
  body: Html
  /** (Default: the page cannot be in another language.) */
  languages?: TemplateResult
}

/** The body of a page without a checkout of its own. */
export const bodyOf = (content: Html) => html`<div class="page">${content}</div>`

/** A page in the look of its store. */
export function pageOf(parts: PageParts): Page {
  const { beginning, ui, data, title, head, store, branding, body, languages } = parts
  const sheet = `${branding ? brandingStyles(branding) : ''}${parts.rules ?? ''}`
  const rest = restOf({
    title,
    head: html`${sheet && html`<style>${unsafeHtml(sheet)}</style>\n`}${head}`,
    body: html`${body}${pageFoot(ui, store, languages)}`,
  })
  return {
    beginning,
    rest: html`${data}${rest}`.text,
    styleHashes: [beginning.styleHash, ...(sheet ? [hashSource(sheet)] : [])],
    imageUrls: [parts.imageUrl, store?.logoUrl],
  }
}

/**
 * Leads a buyer who paid without script back to the store. A redirect after the form would not: the
 * page's policy stops form targets that it does not name.
 */
const leavingFor = (address: string) =>
  html`<noscript><meta http-equiv="refresh" content="0;url=${address}"></noscript>`

/**
 * A page whose script is missing is complete but cannot pay. Its sheet then says what to do, until
 * the element is there: at once where scripts are off or blocked, otherwise after 10 s. The words of
 * a picture that cannot be loaded replace it.
 */
const WATCHDOG = `{let d=document.documentElement.dataset,f=()=>d.stuck=''
delete d.stuck
addEventListener('error',({target:t})=>t.alt!=null?t.replaceWith(t.alt):t.type=='module'&&f(),true)
setTimeout(f,1e4)}`

/**
 * Loads the page once more when it has an opener: with our own page as referrer, the answer's
 * policy cuts the opener off (decision 86).
 */
const LEAVE_OPENER = `opener&&location.replace(location.pathname+location.search)`

/** What the page has before its script. */
export const BEFORE_SCRIPT = { plain: WATCHDOG, leaving: `${LEAVE_OPENER}\n${WATCHDOG}` }

type Checkout = Setting & {
  view: CheckoutView
  /** (Default: our own look.) */
  branding?: Branding | null | undefined
  checkoutUrl: string
  takesPlainCards: boolean
  /** What is in the form, from the address or as it was sent, and what is wrong there. */
  typed?: { details: Details; problems?: FieldProblem[] } | undefined
  /** (Default: follows from the view.) */
  state?: SessionState
  /** What the button that the buyer pressed has done. */
  said?: string | undefined
  /** Whether the buyer comes from paying without script. */
  hasPaid?: boolean
  /** (Default: leaves the address as it is.) */
  withDraft?: (address: string) => string
}

/** The live region of pages without a form. */
const LIVE = /<p [^>]*data-live="notice">/

/** The state for a buyer who comes back from paying. `last4`: of the card that was sent. */
export function stateOnReturn(view: CheckoutView, last4?: string): SessionState {
  const state = afterView({ type: 'loading' }, view)
  if (state.type !== 'ready' || view.attempt?.status !== 'failed') return state
  const card = last4 === undefined ? {} : { card: { last4 } }
  return { ...state, problem: { type: 'declined', ...view.attempt, ...card } }
}

/** Why the item cannot be bought any more. */
export const shortage = (
  reason: 'sold_out' | 'insufficient_stock',
  left: number | undefined,
): Unavailable => (reason === 'sold_out' || left === undefined ? { reason } : { reason, left })

function stateOf({ view, typed }: Pick<Checkout, 'view' | 'typed'>): SessionState {
  const state = stateOnReturn(view, typed?.details.last4)
  const { problems: fields = [] } = typed ?? {}
  return state.type === 'ready' && fields.length > 0
    ? { ...state, problem: { type: 'invalid', fields } }
    : state
}

/** The totals before and after, when the new session has another price. */
const totalsOf = (view: CheckoutView, { before, fulfillment }: Partial<Details>, { money }: Ui) =>
  before && totalsSince(before, { view, option: fulfillment?.option, money })

/** The problems of a form at its fields. */
export const wrongFields = (state: CheckoutState): FieldProblem[] =>
  state.type === 'ready' && state.problem?.type === 'invalid' ? state.problem.fields : []

/** Which sheet the first paint needs; the script loads the sheet of everything. */
function whatShows(state: CheckoutState, ui: Ui, { totals, minutesLeft }: Surroundings) {
  if (!isForm(state)) return 'result'
  const isCalm = state.type === 'ready' && !state.problem && !totals && !minutesLeft
  return isCalm ? formSheetOf(state.view, ui) : 'both'
}

/** The checkout as a page (contract §5). It is complete without the script, which adds behavior. */
export function renderHostedPage(checkout: Checkout): Page {
  const { view, assets, nonce, checkoutUrl, language, typed, keepsOpener = false } = checkout
  const { ui, texts, languages, checkout: openings } = commonOf(assets, language)
  const state = checkout.state ?? stateOf(checkout)
  const problems = wrongFields(state)
  const leaving =
    checkout.hasPaid && view.order && view.returnsAtOnce && returnAddress(view.successUrl, view.id)
  const totals = totalsOf(view, typed?.details ?? {}, ui)
  const back = isBuyUrl(checkoutUrl, view.cancelUrl) ? texts.change : undefined
  const surroundings = { ...timeAround(view), totals, back }
  const screen = renderView(checkoutView(state, ui, surroundings))
  const { option, details, address } = typed?.details.fulfillment ?? {}
  const { country: _chosen, place: street, ...parts } = address ?? {}
  const body = isForm(state)
    ? fillForm(screen, {
        addressText: street ?? details ?? view.customer.details,
        parts,
        option,
        agreed: typed?.details.agreedToTerms,
        problems,
        isUnpaid: typed && problems.length === 0,
        below: renderView(scriptlessOf(state, ui, { ...checkout, texts })),
      })
    : insertAfter(screen, LIVE, checkout.said)
  const { fileName, integrity } = assets.script
  return pageOf({
    beginning: openings[whatShows(state, ui, surroundings)],
    ui,
    data: html`${scriptJson(view)}}</script>\n`,
    title: sessionTitle(state, ui),
    head: html`${leaving ? leavingFor(leaving) : ''}<script nonce="${nonce}">${unsafeHtml(BEFORE_SCRIPT[keepsOpener ? 'leaving' : 'plain'])}</script>
<script type="module" src="${checkoutUrl}/${fileName}" integrity="${integrity}" crossorigin nonce="${nonce}"></script>\n`,
    store: view.store,
    branding: checkout.branding,
    imageUrl: view.item.imageUrl,
    body: html`<hosted-checkout ssr session="${view.id}" checkout-url="${checkoutUrl}">
${body}</hosted-checkout>${isForm(state) ? frameScript(checkout, ui) : ''}`,
    languages,
  })
}
