import type { FormInput } from './forms.ts'
import { type Html, html } from '../../web/html.ts'
import { jsonLines } from './json-lines.ts'
import { variantView } from './formats.ts'
import type { Seller } from '../../contract/seller.ts'

type Content = Html | string | undefined

export const sectionView = (id: string, title: Html | string, parts: Content[]) =>
  html`<section aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${parts}
  </section>`

export type Fact = [term: string, value: Content, kind?: 'text']

/** A term without a value is left out. */
export const factsView = (facts: Fact[]) =>
  html`<dl class="facts">
    ${facts.map(([term, value, kind]) =>
      value === undefined
        ? undefined
        : html`<div>
            <dt>${term}</dt>
            <dd ${kind && html`class="${kind}"`}>${value}</dd>
          </div> `,
    )}
  </dl>`

/** What the merchant's program has sent along, value by value as it came. */
export const metadataView = ({ metadata }: { metadata: string | null }) =>
  metadata === null
    ? undefined
    : html`<section>
        <h2 id="metadata">Metadata</h2>
        <pre
          tabindex="0"
          role="region"
          aria-labelledby="metadata"
        ><code>${jsonLines(metadata)}</code></pre>
      </section>`

/** What is sold in a session or an order. `unitPrice` in the minor unit. */
type Item = {
  productName: string
  imageUrl: string | null
  size: string | null
  color: string | null
  quantity: number
  unitPrice: number
}

const itemView = (
  { productName, imageUrl, unitPrice, ...variant }: Item,
  money: (amount: number) => string,
) =>
  html`<div class="item">
    ${imageUrl === null ? undefined : html`<img src="${imageUrl}" alt="" width="64" height="64" />`}
    <div class="what">
      <p class="strong"><bdi>${productName}</bdi></p>
      <p class="muted">${variantView(variant)}</p>
      ${variant.quantity > 1 ? html`<p class="muted">${money(unitPrice)} each</p>` : undefined}
    </div>
  </div>`

/** One amount of a summary; `kind` sets it apart. */
export const amountView = (term: string, amount: string, kind?: string) =>
  html`<div ${kind && html`class="${kind}"`}>
    <dt>${term}</dt>
    <dd>${amount}</dd>
  </div>`

/** `total`: undefined while nobody knows it. `moreAmounts` stand below it. */
type Summary = {
  money: (amount: number) => string
  delivery: string
  /** (Default: `Delivery`.) */
  deliveryTerm?: string | undefined
  total: number | undefined
  moreAmounts?: Html | undefined
  action?: Html | undefined
}

/** The panel beside a session or an order: what is sold, and what it costs. */
export const summaryView = (
  item: Item,
  { money, delivery, deliveryTerm = 'Delivery', total, moreAmounts, action }: Summary,
) =>
  html`<section class="panel" aria-labelledby="summary">
    <h2 id="summary">Summary</h2>
    ${itemView(item, money)}
    <dl class="amounts">
      ${amountView('Subtotal', money(item.unitPrice * item.quantity))}
      ${amountView(deliveryTerm, delivery)}
      ${total === undefined ? undefined : amountView('Total', money(total), 'total')} ${moreAmounts}
    </dl>
    ${action}
  </section>`

/** `attributes`: of a text too long to be seen whole. Without script it can only be selected. */
export const copyView = (
  text: string,
  { button = 'Copy', attributes }: { button?: string; attributes?: Html } = {},
) =>
  html`<div class="copy">
    <code${attributes && html` tabindex="0" role="region" ${attributes}`}>${text}</code>
    <button type="button" class="quiet" data-copy="${text}" hidden>${button}</button>
  </div>`

const linkView = (address: string | undefined) =>
  address === undefined
    ? undefined
    : html`<a href="${address}" rel="noreferrer"><bdi>${address}</bdi></a>`

/** Who sells and by which terms, in one version of it. */
export const sellerView = ({ legalName, address, ...links }: Seller) =>
  factsView([
    ['Sold by', html`<bdi>${`${legalName}\n${address}`}</bdi>`, 'text'],
    ['Terms of sale', linkView(links.termsUrl)],
    ['Privacy policy', linkView(links.privacyUrl)],
    ['Withdrawal and returns', linkView(links.returnsUrl)],
    ['Accessibility statement', linkView(links.accessibilityUrl)],
  ])

type Fold = { summary: string; names: readonly string[] }

/** Fields that few need: folded away until one of these names is used. */
export const foldedView = (
  { fields, errors }: FormInput,
  { summary, names }: Fold,
  content: Html[],
) =>
  html`<details ${names.some((name) => fields?.[name] || errors?.[name]) ? html`open` : undefined}>
    <summary>${summary}</summary>
    <div class="form">${content}</div>
  </details>`
