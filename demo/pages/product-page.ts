import type { Product } from '../checkout-api.ts'
import type { Choice } from '../choice.ts'
import { html } from '../html.ts'
import { formatMoney } from '../money.ts'
import type { Problem } from '../problems.ts'
import { describeStock, findVariant, totalStock } from '../public/availability.js'
import { layout } from './layout.ts'
import type { Visit } from './layout.ts'

type Props = { product: Product; choice: Choice; problem: Problem | undefined; checkoutUrl: string }
type Variants = Product['variants']

const SOLD_OUT = html`<p class="availability" data-few>Sold out. The next run is being made.</p>`

export function productPage(visit: Visit, { product, choice, problem, checkoutUrl }: Props) {
  const { name, description, imageUrl, price, currency, variants } = product
  const isForSale = totalStock(variants) > 0
  return layout(visit, {
    title: name,
    scripts: isForSale
      ? ['/assets/product.js', '/assets/pay-here.js', `${checkoutUrl}/hosted-checkout.js`]
      : [],
    main: html` ${problem && html`<p class="notice" role="alert">${problem.message}</p>`}
      <article class="product">
        ${
          imageUrl &&
          html` <img
            class="product-picture"
            src="${imageUrl}"
            alt="Drawing of the ${name.toLowerCase()}"
            width="400"
            height="500"
          />`
        }
        <div class="product-text">
          <a class="back" href="/">All things</a>
          <h1>${name}</h1>
          <p class="price">${formatMoney(price, currency)}</p>
          <p class="description">${description}</p>
          ${isForSale ? orderForm(product, choice) : SOLD_OUT}
        </div>
      </article>
      ${isForSale && payHere()}`,
  })
}

function orderForm({ slug, variants }: Product, wanted: Choice) {
  const chosen =
    findVariant(variants, wanted) ?? variants.find(({ stock }) => stock > 0) ?? variants[0]
  const path = `/products/${encodeURIComponent(slug)}`
  const stock = chosen?.stock ?? 0
  const most = Math.max(...variants.map((variant) => variant.stock))
  return html` <form
    class="order"
    method="post"
    action="${path}/buy"
    data-session="${path}/session"
    data-variants="${JSON.stringify(variants)}"
  >
    ${options('Colour', 'color', { variants, key: 'colorName', chosen: chosen?.colorName })}
    ${options('Size', 'size', { variants, key: 'size', chosen: chosen?.size })}
    ${combinationsSoldOut(variants)}
    <div class="quantity">
      <label for="quantity">Quantity</label>
      <input
        id="quantity"
        name="quantity"
        type="number"
        inputmode="numeric"
        required
        min="1"
        max="${Math.min(100, most)}"
        value="${wanted.quantity > 0 ? wanted.quantity : 1}"
      />
      <p class="availability" role="status" ${stock < 4 && html` data-few`}>
        ${describeStock(stock)}
      </p>
    </div>
    <div class="buttons">
      <button class="primary">Buy now</button>
      <button class="secondary" type="button" data-pay-here hidden>Pay right here</button>
    </div>
    <p class="fine">Paid through our checkout provider. This shop never sees your card.</p>
  </form>`
}

type Options = { variants: Variants; key: 'size' | 'colorName'; chosen: string | null | undefined }

/**
 * A radio for each value. One that is sold out in every combination says so here, and the page's
 * script says it for the chosen combination.
 */
function options(legend: string, name: 'size' | 'color', { variants, key, chosen }: Options) {
  const values = [...new Set(variants.map((variant) => variant[key]))].filter(
    (value) => value !== null,
  )
  return (
    values.length > 0 &&
    html` <fieldset class="options" data-option="${name}">
      <legend>${legend}</legend>
      ${values.map((value) => {
        const isSoldOut = totalStock(variants.filter((variant) => variant[key] === value)) === 0
        return html` <label class="option" ${isSoldOut && html` data-sold-out`}>
          <input
            type="radio"
            name="${name}"
            value="${value}"
            required${value === chosen && html` checked`}
          />
          ${name === 'color' && html`<span class="swatch" data-color="${value}"></span>`}
          <span>${value}</span><span class="vh sold-out-note">, sold out</span>
        </label>`
      })}
    </fieldset>`
  )
}

const nameOf = ({ size, colorName }: Variants[number]) =>
  [size, colorName].filter((part) => part !== null).join(' in ')

function combinationsSoldOut(variants: Variants) {
  const names = variants.filter(({ stock }) => stock === 0).map(nameOf)
  return (
    names.length > 0 &&
    html`<noscript><p class="fine">Sold out at the moment: ${names.join(', ')}.</p></noscript>`
  )
}

/** Filled by pay-here.js. The link inside is for when the checkout's script cannot run. */
const payHere = () =>
  html` <section class="pay-here" aria-labelledby="pay-here-title" hidden>
    <h2 id="pay-here-title" tabindex="-1">Pay right here</h2>
    <p class="notice" role="status"></p>
    <template>
      <hosted-checkout><a class="link" href="">Pay on the secure payment page</a></hosted-checkout>
    </template>
  </section>`
