import type { LowStock, StoreStatistics } from './statistics.ts'
import type { Formats } from '../frame/formats.ts'
import { html } from '../frame/html.ts'

const stockBadge = (stock: number, formats: Formats) =>
  stock <= 0
    ? html`<span class="badge danger"
        >${stock === 0 ? 'Sold out' : `${formats.number(-stock)} owed`}</span
      >`
    : html`<span class="badge warning">${formats.number(stock)} left</span>`

const variantName = ({ size, color }: LowStock) => {
  const [first, second] = [size, color].filter((name) => name !== null)
  return first === undefined
    ? undefined
    : html`<span class="muted variant"
        ><bdi>${first}</bdi>${
          second === undefined ? undefined : html` · <bdi>${second}</bdi>`
        }</span
      >`
}

type Where = { formats: Formats; productsPath: string }

const itemView = (variant: LowStock, { formats, productsPath }: Where) =>
  html`<li>
    <span class="what"
      ><a href="${productsPath}/${encodeURIComponent(variant.slug)}"
        ><bdi>${variant.productName}</bdi></a
      >
      ${variantName(variant)}</span
    >
    ${stockBadge(variant.stock, formats)}
  </li> `

/** The variants that are sold out, or will be soon. */
export function stockView(
  { lowStock, lowStockCount, steps }: StoreStatistics,
  { formats, productsPath }: Where,
) {
  if (!steps.hasProduct) return undefined
  const more = lowStockCount - lowStock.length
  return html`<section aria-labelledby="stock">
    <h2 id="stock">Low stock</h2>
    ${
      lowStock.length === 0
        ? html`<p class="muted">Nothing that is for sale is running out.</p>`
        : html`<ul class="stock">
            ${lowStock.map((variant) => itemView(variant, { formats, productsPath }))}
          </ul>`
    }
    ${
      more > 0 ? html`<p><a href="${productsPath}">${formats.number(more)} more</a></p>` : undefined
    }
  </section>`
}
