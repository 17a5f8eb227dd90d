import { render } from '@lit-labs/ssr'
import { collectResultSync } from '@lit-labs/ssr/lib/render-result.js'
import fc from 'fast-check'
import { html } from 'lit/html.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { gunzipSync } from 'node:zlib'
import {
  type CheckoutState,
  type Problem,
  type Unavailable,
  afterView,
  isForm,
} from '../../widget/session/checkout-state.ts'
import { timeAround } from '../../widget/session/deadline.ts'
import {
  LANGUAGES,
  languageOf,
  messageList,
  messagesOf,
  ownPageTexts,
} from '../../widget/i18n/catalogues.ts'
import type { Language } from '../../widget/i18n/language.ts'
import { aView, anOrder } from '../../widget/test/a-view.ts'
import { view as checkoutView } from '../../widget/views/checkout-view.ts'
import { sessionTitle } from '../../widget/views/session-title.ts'
import { type Ui, createUi, inZone, withPlurals } from '../../widget/views/ui.ts'
import type { CheckoutView } from '../contract/buyer.ts'
import { gzipAfter } from '../web/answers/gzip-parts.ts'
import { SOME_ASSETS as assets } from '../testing/some-widget-assets.ts'
import { renderHostedPage, stateOnReturn, textOf } from './hosted-page.ts'
import { languageLink } from './language-links.ts'
import { commonOf } from './page-beginnings.ts'
import { renderView } from './rendered-view.ts'
import { scriptlessOf } from './scriptless.ts'
import { pageFoot } from './page-foot.ts'
import { renderErrorPage, renderNotFoundPage } from './plain-pages.ts'

const checkoutUrl = 'https://pay.example/checkout'

/** Plays languages that are yet to come: with all that means something in HTML. */
const withMarks = <Group extends object>(mark: string, texts: Group) =>
  Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, `${mark} ${text} <b>"&'`]),
  ) as Group

function marked(mark: string): Language {
  const english = languageOf('en')
  const { form, outcome, result } = english
  return {
    ...english,
    name: mark,
    form: withMarks(mark, form),
    outcome: withMarks(mark, outcome),
    result: withMarks(mark, result),
  }
}
const OTHERS: Record<string, Language> = Object.fromEntries(
  ['nn', 'sv'].map((tag) => [tag, marked(tag)]),
)

beforeAll(() => Object.assign(LANGUAGES, OTHERS))
afterAll(() => {
  for (const language of Object.keys(OTHERS)) Reflect.deleteProperty(LANGUAGES, language)
})

const TAGS = [...Object.keys(LANGUAGES), ...Object.keys(OTHERS), 'en-GB']

const uiOf = (language: string, hosted = true) =>
  withPlurals(
    createUi({
      language,
      messages: messagesOf(languageOf(language)),
      hosted,
      ...inZone(language, 'UTC'),
    }),
  )

/** What Lit itself makes of a view, without its marks: no text from outside holds a `<`. */
const litText = (view: unknown) =>
  collectResultSync(render(view)).replaceAll(/<!--\/?lit-[^>]*-->/g, '')

const direct = (...shown: Parameters<typeof checkoutView>) => litText(checkoutView(...shown))

const escaped = (text: string) => litText(html`<p>${text}</p>`).slice('<p>'.length, -'</p>'.length)

const hostileText = fc.oneof(
  fc.constantFrom(
    `</script><!--<script>alert(1)</script>`,
    `"'><img src=x onerror=alert(1)>`,
    '<!--lit-part-->',
    '&lt;&amp;&#39;',
    '${x}{{x}}{store}',
    '$& $1 $` $$',
    '\u2028\u2029\u202e\0',
    ' \n <b> \n ',
    '',
  ),
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom(...`<>&"'=/\\ \n\r\t-!{}\u2028`) }),
)
const address = fc.oneof(
  hostileText,
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
  hostileText.map((text) => `https://img.example/${text}`),
)
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined })
const amount = fc.nat(99_999_999)
const moment = fc
  .date({ min: new Date(0), max: new Date('9999-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString())

/** Without those that are not there: the contract knows no `undefined`. */
const withoutGaps = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields

const customer = fc.record({
  name: optional(hostileText),
  phone: optional(hostileText),
  email: optional(hostileText),
  details: optional(hostileText),
})

const seller = fc
  .record({
    legalName: hostileText,
    address: hostileText,
    termsUrl: address,
    privacyUrl: address,
    returnsUrl: optional(address),
    accessibilityUrl: optional(address),
    mustAgree: optional(fc.constant(true as const)),
  })
  .map(withoutGaps)

const base = fc.record({
  id: hostileText,
  now: moment,
  store: fc
    .record({
      name: hostileText,
      logoUrl: optional(address),
      contactEmail: optional(fc.emailAddress()),
      contactPhone: optional(hostileText),
      seller: optional(seller),
    })
    .map(withoutGaps),
  item: fc
    .record({
      name: hostileText,
      imageUrl: fc.option(address),
      size: fc.option(hostileText),
      color: fc.option(hostileText),
      quantity: fc.integer({ min: 1, max: 100 }),
      unitPrice: amount,
      priceBefore: optional(amount),
    })
    .map(withoutGaps),
  currency: fc.constantFrom('EUR', 'JPY', 'KWD', 'USD'),
  currencyDigits: fc.constantFrom(0, 2, 3),
  deliveryOptions: fc.array(fc.record({ id: hostileText, name: hostileText, fee: amount }), {
    minLength: 1,
    maxLength: 4,
  }),
  customer: customer.map(withoutGaps),
  amounts: fc.record({ subtotal: amount, fee: fc.oneof(fc.constant(0), amount), total: amount }),
  payment: fc.record({
    provider: fc.constantFrom('test' as const, 'stripe' as const),
    frameUrl: fc.webUrl(),
  }),
  successUrl: optional(address),
  cancelUrl: optional(address),
  canRestart: optional(fc.constant(true as const)),
  card: optional(fc.record({ brand: fc.constant('Visa'), last4: fc.constant('4242') })),
  returnsAtOnce: optional(fc.constant(true as const)),
})

const order = fc
  .record({
    orderNumber: hostileText,
    name: hostileText,
    phone: hostileText,
    details: hostileText,
    fee: amount,
    paidAt: moment,
  })
  .map(({ name, phone, details, fee, ...over }) =>
    anOrder({
      ...over,
      customer: { name, phone },
      fulfillment: { method: 'DELIVERY', details, fee },
    }),
  )

const problem: fc.Arbitrary<Problem> = fc.oneof(
  fc.record({
    type: fc.constant('invalid' as const),
    fields: fc.array(
      fc.record({ field: fc.constantFrom('name', 'place', 'number'), message: hostileText }),
      { maxLength: 3 },
    ),
  }),
  fc.record({ type: fc.constant('declined' as const), code: hostileText, message: hostileText }),
  fc.record({ type: fc.constantFrom('not_charged', 'rate_limited', 'payments_unavailable') }),
  fc.record({ type: fc.constant('refused' as const), message: hostileText }),
)

const why: fc.Arbitrary<Unavailable> = fc.oneof(
  fc.record({ reason: fc.constantFrom('sold_out', 'too_many_attempts') }),
  fc.record({ reason: fc.constant('insufficient_stock' as const), left: fc.nat(9) }),
)

const attempt = fc.oneof(
  fc.constant(null),
  fc.constant({ status: 'processing' as const }),
  fc
    .webUrl()
    .map((url) => ({ status: 'processing' as const, action: { type: 'challenge' as const, url } })),
  fc.record({
    status: fc.constant('failed' as const),
    code: fc.oneof(fc.constant('too_many_attempts'), hostileText),
    message: hostileText,
  }),
)

const progress = fc.oneof(
  fc.record({ status: fc.constant('open' as const), attempt, order: fc.constant(null) }),
  fc.record({ status: fc.constant('expired' as const), attempt, order: fc.constant(null) }),
  fc.record({ status: fc.constant('complete' as const), attempt: fc.constant(null), order }),
)

/** In milliseconds: a session's half hour, and what is beyond it. */
const left = fc.integer({ min: -60_000, max: 31 * 60_000 })

/** Sessions of every state, as `CheckoutView` shows them. */
const session: fc.Arbitrary<CheckoutView> = fc
  .tuple(base, progress, left)
  .map(([fields, state, leftMs]) => {
    const expiresAt = new Date(Date.parse(fields.now) + leftMs).toISOString()
    return withoutGaps({ ...aView(), ...fields, ...state, expiresAt }) as CheckoutView
  })

const pageOf = (view: CheckoutView, language: string) =>
  renderHostedPage({
    assets,
    nonce: 'n0nce',
    view,
    checkoutUrl,
    language,
    takesPlainCards: true,
  })

/** Before the scripts, the scripts, and the body: nothing else in a page holds this mark. */
const partsOf = (html: string) => html.split(/(?=<script nonce="n0nce">)|(?=<\/head>)/)

const escapeUnicode = (character: string) =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

function directHead(view: CheckoutView, ui: Ui) {
  const title = sessionTitle(stateOnReturn(view), ui)
  const data = JSON.stringify(view).replaceAll(/[<\u2028\u2029]/g, escapeUnicode)
  return `${data}}</script>
<title>${escaped(title)}</title>
`
}

function directState(view: CheckoutView, ui: Ui) {
  const state = stateOnReturn(view)
  const html = direct(state, ui, timeAround(view))
  if (!isForm(state)) return html
  const below = litText(
    scriptlessOf(state, ui, { texts: languageOf(ui.language).page, takesPlainCards: true }),
  )
  const { details = '' } = view.customer
  return html
    .replace('</textarea>', () => `${escaped(details)}</textarea>`)
    .replace('</div></form>', () => `${below}</div></form>`)
}

/** The script that begins to load the payment frame, where there is a form. */
function directFrame(view: CheckoutView, ui: Ui) {
  if (!isForm(afterView({ type: 'loading' }, view))) return ''
  const [, script] = /data-title="[^"]*">([^]*?)<\/script>/.exec(pageOf(aView(), 'en').rest) ?? []
  const address = escaped(`${view.payment.frameUrl}/${view.id}?lang=${ui.language}`)
  return `<script nonce="n0nce" data-frame="${address}" data-title="${escaped(ui.t('card.frame'))}">${script}</script>`
}

const directBody = (view: CheckoutView, ui: Ui) => `</head>
<body>
<hosted-checkout ssr session="${escaped(view.id)}" checkout-url="${checkoutUrl}">
${directState(view, ui)}</hosted-checkout>${directFrame(view, ui)}${pageFoot(ui, view.store, languageLink(ui.language))?.text}
</body>
</html>
`

const compare = (property: fc.IProperty<unknown[]>, numRuns = 400) =>
  fc.assert(property, { numRuns })

/** Languages differ in their texts: all that a view may hold is tried in one of them. */
const runsIn = (language: string) => (language === 'en' ? 400 : 50)

describe('contract §5: the prepared page equals a direct render, byte for byte', () => {
  test.each(TAGS)('the page equals a direct render in any state, in %s', (language) => {
    const [, scripts] = partsOf(pageOf(aView(), language).rest)
    expect(scripts).toMatch(/^<script nonce="n0nce">[^]*<script type="module"/)
    compare(
      fc.property(session, (view) => {
        const ui = uiOf(language)
        const { beginning, rest } = pageOf(view, language)
        expect(partsOf(rest)).toEqual([directHead(view, ui), scripts, directBody(view, ui)])
        expect(Object.values(commonOf(assets, language).checkout)).toContain(beginning)
      }),
      runsIn(language),
    )
  })

  test.each(TAGS)('the page begins alike in %s, with its direction and texts', (language) => {
    const isRightToLeft = ['ar', 'he'].includes(language)
    const text = textOf(pageOf(aView(), language))
    expect(text).toContain(`<html lang="${language}" dir="${isRightToLeft ? 'rtl' : 'ltr'}"`)
    const [, data = ''] = /data-checkout>(.*)<\/script>/.exec(text) ?? []
    const { messages, view } = JSON.parse(data) as { messages: string[]; view: unknown }
    expect(view).toEqual(aView())
    const all = messageList(messagesOf(languageOf(language)))
    expect(messages.filter(Boolean)).toHaveLength(
      Object.keys(ownPageTexts(languageOf(language))).length,
    )
    for (const [index, message] of messages.entries()) expect(['', all[index]]).toContain(message)
  })

  test.each(TAGS)('the page equals a direct render in the element’s states, in %s', (language) => {
    const form = session.map((view): CheckoutView => ({ ...view, status: 'open', order: null }))
    const state: fc.Arbitrary<CheckoutState> = fc.oneof(
      fc.record({ type: fc.constant('ready' as const), view: form, problem }),
      fc.record({
        type: fc.constant('processing' as const),
        view: form,
        sending: fc.boolean(),
        wait: fc.constantFrom('bank', 'slow', 'unknown', 'stuck'),
      }),
      fc.record({ type: fc.constant('unavailable' as const), view: form, why }),
      fc.record({
        type: fc.constant('error' as const),
        code: fc.constantFrom('network', 'session_not_found', 'origin_not_allowed', 'internal'),
      }),
    )
    compare(
      fc.property(state, fc.boolean(), (shown, isHosted) => {
        const ui = uiOf(language, isHosted)
        expect(renderView(checkoutView(shown, ui)).text).toBe(direct(shown, ui))
      }),
      runsIn(language),
    )
  })

  test.each(TAGS)('the page of what is wrong equals a direct render, in %s', (language) => {
    const setting = { assets, nonce: 'n0nce', language }
    const pages = [
      ['session_not_found', renderNotFoundPage(setting)],
      ['internal', renderErrorPage(setting)],
    ] as const
    for (const [code, page] of pages)
      expect(page.rest).toContain(
        `<div class="page">${direct({ type: 'error', code }, uiOf(language))}</div>`,
      )
  })
})

describe('contract §5: the page in parts', () => {
  test('the page in parts is one gzip of its text, whatever it holds', () => {
    compare(
      fc.property(session, (view) => {
        const { beginning, rest } = pageOf(view, 'en')
        expect(
          gunzipSync(gzipAfter(beginning, rest)).equals(Buffer.from(beginning.text + rest)),
        ).toBe(true)
      }),
    )
  })
  test('the page in parts is Lit’s own text without its marks', () => {
    for (const view of [aView(), aView({ status: 'complete', order: anOrder() })]) {
      const shown = checkoutView(afterView({ type: 'loading' }, view), uiOf('en'))
      expect(renderView(shown).text).toBe(litText(shown))
    }
  })
  test('the page in parts refuses a template with what a server cannot do', () => {
    expect(() => renderView(html`<p @click=${() => {}}></p>`)).toThrow('@click')
    expect(() => renderView(html`<p .value=${1}></p>`)).toThrow('.value')
  })
})
