import { LOW_STOCK } from '../frame/stock-limit.ts'
import type { Formats } from '../frame/formats.ts'
import { type Html, html } from '../frame/html.ts'

type Names = { size: string | null; colorName: string | null }

/** "M, Sand"; empty for the one variant of a product without sizes and colours. */
export const variantName = ({ size, colorName }: Names) =>
  [size, colorName].filter((name) => name !== null).join(', ')

/** The same as markup, in which each name keeps its own direction of writing. */
export function variantView({ size, colorName }: Names): Html {
  const names = [size, colorName]
    .filter((name) => name !== null)
    .map((name) => html`<bdi>${name}</bdi>`)
  return names.length === 0
    ? html`One variant`
    : html`${names.map((name, index) => (index === 0 ? name : html`, ${name}`))}`
}

/** `least`: of the variant with the least; `owed`: sold or held, and not there. */
type Stock = { forSale: number; least: number; owed: number }

export function stockBadge({ forSale, least, owed }: Stock, formats: Formats): Html | undefined {
  if (owed > 0) return html`<span class="badge danger">${formats.number(owed)} owed</span>`
  if (forSale === 0) return html`<span class="badge danger">Sold out</span>`
  return least <= LOW_STOCK ? html`<span class="badge warning">Low stock</span>` : undefined
}

export const ARCHIVED_BADGE = html`<span class="badge">Archived</span>`
