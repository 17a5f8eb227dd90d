import type { Formats } from './formats.ts'
import { type Html, html } from '../../web/html.ts'
import { LOW_STOCK } from './stock-limit.ts'

/**
 * `least`: of the variant with the least. `owed`: units sold or held that do not exist.
 * `supplied`: units that there have ever been; 0 when nobody has set the stock.
 */
export type Stock = { forSale: number; least: number; owed: number; supplied: number }

export function stockBadge(
  { forSale, least, owed, supplied }: Stock,
  formats: Formats,
): Html | undefined {
  if (owed > 0) return html`<span class="badge danger">${formats.number(owed)} owed</span>`
  if (forSale === 0 && supplied === 0) return html`<span class="badge">No stock yet</span>`
  if (forSale === 0) return html`<span class="badge danger">Sold out</span>`
  return least <= LOW_STOCK ? html`<span class="badge warning">Low stock</span>` : undefined
}
