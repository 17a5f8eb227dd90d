import { type TemplateResult, html, nothing } from 'lit/html.js'
import type { CheckoutSession } from '../../checkout/sessions/session.ts'
import { currencyDigits } from '../../checkout/money.ts'
import type { WithdrawableOrder, WithdrawalStanding } from '../../checkout/orders/withdrawal.ts'
import { viewStore } from '../../checkout/sessions/view-checkout.ts'
import { languageOf } from '../../../widget/i18n/catalogues.ts'
import type { Language } from '../../../widget/i18n/language.ts'
import { type HoleNames, fillPieces } from '../../../widget/i18n/translate.ts'
import type { withdrawalEn } from '../../../widget/i18n/withdrawal-en.ts'
import { fieldView } from '../../../widget/views/field-view.ts'
import { alertIcon, checkIcon } from '../../../widget/views/icons.ts'
import { contactView } from '../../../widget/views/seller-view.ts'
import { DOT } from '../../../widget/views/summary-view.ts'
import { dayText } from '../../../widget/views/ui.ts'
import type { Page, Setting } from '../hosted-page.ts'
import { commonOf } from '../page-beginnings.ts'
import { plainPage } from '../plain-pages.ts'
import type { WithdrawalInput } from './withdrawal-form.ts'

/** Why the form comes back. `unknown`: also for the wrong address of an order. */
export type WithdrawalRefusal = 'unknown' | 'limited'

/** An order of the buyer who asks. */
export type BuyerOrder = {
  order: WithdrawableOrder
  standing: WithdrawalStanding
  session: CheckoutSession
}

type Words = ReturnType<typeof wordsOf>

type Store = ReturnType<typeof viewStore>

function wordsOf({ assets, language }: Setting) {
  const { ui } = commonOf(assets, language)
  const { withdrawal: texts, mail } = languageOf(language)
  const say = <Key extends keyof Language['withdrawal']>(
    key: Key,
    filling: Record<HoleNames<(typeof withdrawalEn)[Key]>, string>,
  ): (string | TemplateResult)[] =>
    fillPieces(
      texts[key],
      (name) => html`<bdi translate="no">${filling[name as keyof typeof filling]}</bdi>`,
    )
  return { ui, language, texts, mail, say }
}

const warningView = (text: unknown) =>
  html`<div class="notice warning" role="alert" id="refused">
    ${alertIcon()}
    <div>${text}</div>
  </div>`

type FormEntries = { typed: WithdrawalInput; refused?: WithdrawalRefusal | undefined }

function orderView({ ui }: Words, { typed, refused }: FormEntries) {
  const control = html`<input
    id="order"
    name="order"
    value=${typed.order}
    required
    maxlength="100"
    dir="ltr"
    autocomplete="off"
    autocapitalize="characters"
    spellcheck="false"
    aria-invalid=${refused === 'unknown' ? 'true' : nothing}
    aria-describedby=${refused ? 'refused' : nothing}
  />`
  return fieldView({ name: 'order', label: ui.t('complete.order'), control })
}

/** Step one: which order, and who asks. `owner`: whose receipt or mail has led here. */
export function renderWithdrawForm(
  setting: Setting,
  { typed, refused, owner }: FormEntries & { owner?: CheckoutSession | undefined },
): Page {
  const words = wordsOf(setting)
  const { ui, texts } = words
  const contact = html`<input
    id="contact"
    name="contact"
    value=${typed.contact}
    required
    maxlength="254"
    dir="auto"
    autocomplete="email"
    spellcheck="false"
    aria-invalid=${refused === 'unknown' ? 'true' : nothing}
    aria-describedby="contact-hint"
  />`
  const view = html`<form class="result" method="post">
    <h1>${texts.title}</h1>
    <p>${texts.intro}</p>
    ${refused ? warningView(refused === 'limited' ? ui.t('problem.limited') : texts.unknown) : nothing}
    ${orderView(words, { typed, refused })}
    ${fieldView({ name: 'contact', label: texts.contact, hint: texts['contact.hint'], control: contact })}
    <button class="primary">${texts.continue}</button>
  </form>`
  return plainPage(setting, { title: texts.title, view, owner, isWrong: refused !== undefined })
}

/** Instead of the form when that is of no use: a link goes to the order's own address. */
export function renderLinkOffer(
  setting: Setting,
  { typed, why }: { typed: WithdrawalInput; why: 'spent' | 'link.over' },
): Page {
  const words = wordsOf(setting)
  const { texts } = words
  const view = html`<form class="result" method="post">
    <h1>${texts.title}</h1>
    ${warningView(texts[why])} ${orderView(words, { typed })}
    <button class="primary" name="send" value="1">${texts['link.send']}</button>
  </form>`
  return plainPage(setting, { title: texts.title, view, isWrong: true })
}

/** The same for every number. */
export function renderLinkSent(setting: Setting): Page {
  const { texts } = wordsOf(setting)
  const view = html`<section class="result">
    <h1>${texts.title}</h1>
    <p role="status">${texts['link.sent']}</p>
  </section>`
  return plainPage(setting, { title: texts.title, view })
}

const factView = (name: string, value: unknown) =>
  html`<div>
    <dt>${name}</dt>
    <dd><bdi>${value}</bdi></dd>
  </div>`

/** What the store pays back, to which card and by when. It decides itself about what is late. */
function refundView({ order, session }: BuyerOrder, words: Words) {
  const { ui, texts, say } = words
  const { quote, card } = session
  const left = (session.order?.amountTotal ?? 0) - order.refunded
  if (left <= 0 || order.isLate || order.withdrawnLate) return nothing
  const { currency } = quote
  const parts = [
    ui.money(left, { currency, currencyDigits: currencyDigits(currency) }),
    card && `${card.brand} •••• ${card.last4}`,
    say('refund.by', { day: dayText(order.refundDay, words) }),
  ]
  return factView(
    texts.refund,
    parts.filter(Boolean).flatMap((part, index) => (index ? [DOT, part] : [part])),
  )
}

/** What is withdrawn, and what the store itself says about returns. `last`: one more fact. */
function factsView(found: BuyerOrder, words: Words, last: unknown) {
  const { order, session } = found
  const { ui, texts } = words
  const { returnsUrl } = session.seller ?? {}
  const { productName, size, color, quantity } = session.quote
  const item = [productName, size, color, quantity > 1 && ui.t('summary.quantity', { quantity })]
  return html`<dl class="facts">
      ${factView(ui.t('complete.order'), html`<code dir="ltr">${order.orderNumber}</code>`)}
      ${factView(texts.item, item.filter(Boolean).join(DOT))}
      ${factView(texts.paid, dayText(order.paidDay, words))} ${last} ${refundView(found, words)}
    </dl>
    ${returnsUrl ? html`<p><a href=${returnsUrl}>${ui.t('seller.returns')}</a></p>` : nothing}`
}

const hiddenView = (name: string, value: string) =>
  html`<input type="hidden" name=${name} value=${value} />`

/** Step two: the buyer says so once more. */
export function renderConfirmation(
  setting: Setting,
  found: BuyerOrder,
  typed: WithdrawalInput,
): Page {
  const words = wordsOf(setting)
  const { texts, say } = words
  const { session, order } = found
  const { name } = viewStore(session)
  const seller = session.seller?.legalName ?? name
  const { lastDay } = order
  const view = html`<section class="result">
    <h1>${texts['confirm.title']}</h1>
    <p>${say('statement', { seller })}</p>
    ${factsView(found, words, lastDay ? factView(texts.until, dayText(lastDay, words)) : nothing)}
    ${order.isLate ? warningView(say('late', { store: name })) : nothing}
    <form method="post">
      ${hiddenView('order', typed.order)}
      ${typed.link ? hiddenView('link', typed.link) : hiddenView('contact', typed.contact)}
      <button class="primary" name="confirm" value="1">${texts.confirm}</button>
    </form>
  </section>`
  return plainPage(setting, { title: texts['confirm.title'], view, owner: session })
}

function askView({ name, contactEmail, contactPhone }: Store, { ui, mail }: Words) {
  const links = contactView({ contactEmail, contactPhone }).filter((each) => each !== nothing)
  if (links.length === 0) return nothing
  const filling: Record<string, unknown> = {
    store: html`<bdi>${name}</bdi>`,
    contact: links.map((link, index) => (index === 0 ? link : [ui.t('list.separator'), link])),
  }
  return html`<p>${fillPieces(mail['contact.ask'], (key) => html`${filling[key]}`)}</p>`
}

const reasonView = ({ standing, order, session }: BuyerOrder, { ui, say }: Words) =>
  standing.type === 'none'
    ? html`${ui.t('seller.final')} <bdi>${session.quote.withdrawalReason ?? nothing}</bdi>`
    : say('off', { store: order.storeName })

/** Withdrawn, with date and time, and who decides if it is late; or why that is not possible. */
export function renderOutcome(setting: Setting, found: BuyerOrder): Page {
  const words = wordsOf(setting)
  const { ui, texts, say } = words
  const { session, standing, order } = found
  const store = viewStore(session)
  if (standing.type !== 'withdrawn') {
    const view = html`<section class="result">
      <div class="mark">${alertIcon()}</div>
      <h1>${texts.title}</h1>
      <p>${reasonView(found, words)}</p>
      ${askView(store, words)}
    </section>`
    return plainPage(setting, { title: texts.title, view, owner: session })
  }
  const { currency } = session.quote
  const received = ui.time(standing.at.toISOString(), { full: true, currency })
  const isLate = order.withdrawnLate
  const title = isLate ? texts['late.done'] : texts.done
  const next = say(isLate ? 'late' : 'next', { store: store.name })
  const view = html`<section class="result">
    <div class=${isLate ? 'mark' : 'mark success'}>${isLate ? alertIcon() : checkIcon()}</div>
    <h1>${title}</h1>
    ${factsView(found, words, factView(texts.received, received))}
    <p>${order.isRefunded ? texts.refunded : next}</p>
    <p>${texts.keep}</p>
    ${askView(store, words)}
  </section>`
  return plainPage(setting, { title, view, owner: session })
}
