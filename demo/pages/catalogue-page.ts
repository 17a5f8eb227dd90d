import type { Product } from '../checkout-api.ts'
import { html } from '../html.ts'
import { formatMoney } from '../money.ts'
import { describeStock, totalStock } from '../public/availability.js'
import { layout } from './layout.ts'
import type { Visit } from './layout.ts'

export const cataloguePage = (visit: Visit, products: Product[]) =>
  layout(visit, {
    title: 'Things for going out in all of it',
    main: html` <section class="hero">
        <h1>Things for going out in all of it</h1>
        <p>Made by the harbour in small runs, for wind, for rain, and for the hour after.</p>
        <img src="/assets/images/horizon.svg" alt="" width="1600" height="560" />
      </section>
      <h2 class="vh">Everything we make</h2>
      <ul class="shelf">
        ${products.map(card)}
      </ul>`,
  })

function card({ slug, name, imageUrl, price, currency, variants }: Product) {
  const stock = totalStock(variants)
  const note = describeStock(stock) === 'In stock' ? rangeOf(variants) : describeStock(stock)
  return html` <li class="card" ${stock === 0 && html` data-sold-out`}>
    <a href="/products/${encodeURIComponent(slug)}">
      ${imageUrl && html`<img src="${imageUrl}" alt="" width="400" height="500" />`}
      <span class="card-name">${name}</span>
      <span class="card-price">${formatMoney(price, currency)}</span>
      <span class="card-note">${note}</span>
    </a>
  </li>`
}

function rangeOf(variants: Product['variants']) {
  const colors = new Set(variants.map(({ colorName }) => colorName)).size
  const sizes = new Set(variants.map(({ size }) => size)).size
  if (colors > 1) return `${colors} colours`
  return sizes > 1 ? `${sizes} sizes` : 'One size, one colour'
}
