import { countOf } from '../frame/formats.ts'
import { hidden, inputField } from '../frame/forms.ts'
import { column, tableView, textColumn } from '../frame/table.ts'
import type { Viewer } from '../frame/store-app-context.ts'
import { type Html, html } from '../../web/html.ts'
import type { CatalogueVariant } from './catalogue.ts'
import { EMPTY_ROWS, type Form } from './product-form.ts'
import { leftView, variantName } from './product-views.ts'

export const COMBINATION_FIELDS = ['sizes', 'colors', 'stock']

const LIST = html`autocomplete="off"`

/** Of a new product: all sizes in all colors. */
export const combinationFields = (typed: Form) =>
  html`<fieldset class="form">
    <legend>Sizes and colors</legend>
    <p class="hint">
      Separate them by commas. Every size is made in every color; a product without any is one
      variant.
    </p>
    <div class="pair">
      ${inputField({ typed, name: 'sizes', label: 'Sizes (optional)', hint: 'Such as S, M, L', attributes: LIST })}
      ${inputField({ typed, name: 'colors', label: 'Colors (optional)', hint: 'Such as Sand, Navy', attributes: LIST })}
    </div>
    ${inputField({
      typed,
      name: 'stock',
      label: 'Stock of each',
      hint: 'How many units there are; empty for none.',
      attributes: html`inputmode="numeric" autocomplete="off"`,
    })}
  </fieldset>`

/** A box that looks like a button, and takes back what it does until the form is saved. */
function removeView(variant: CatalogueVariant, { fields, errors }: Form) {
  const name = `remove-${variant.id}`
  const whose = variantName(variant) || 'the one variant'
  const error = errors[name]
  return html`<label class="quiet remove">
      <input
        type="checkbox"
        id="field-${name}"
        data-change="Remove ${whose}"
        name="${name}"
        value="yes"
        ${fields[name] ? html`checked` : undefined}
        ${error && html`aria-invalid="true" aria-describedby="field-${name}-error"`}
      />
      <span class="then">Remove ${hidden(whose)}</span>
      <span class="undo">Undo${hidden(`: remove ${whose}`)}</span>
    </label>
    <p class="undo hint">
      Goes${variant.forSale > 0 ? ` with ${countOf(variant.forSale, 'unit')}` : ''} when you save.
    </p>
    ${error && html`<p class="error" id="field-${name}-error">${error}</p>`}`
}

const COUNT = html`inputmode="numeric" autocomplete="off"`
const NAME = html`maxlength="200" autocomplete="off"`

const nameView = (name: string | null) => html`<bdi>${name ?? '–'}</bdi>`

/** The variants, and a number for each row that can add one. */
const variantTable = (variants: CatalogueVariant[], viewer: Viewer, typed: Form) => {
  const newField = (row: number, name: 'size' | 'color' | 'stock', attributes: Html) =>
    inputField({ typed, name: `${name}-${row}`, label: `New variant ${row}: ${name}`, attributes })
  const cell =
    (name: 'size' | 'color' | 'stock', attributes: Html, shown: (one: CatalogueVariant) => Html) =>
    (row: CatalogueVariant | number) =>
      typeof row === 'number' ? newField(row, name, attributes) : shown(row)
  return tableView(
    [...variants, ...EMPTY_ROWS],
    [
      textColumn(
        'Size',
        cell('size', NAME, ({ size }) => nameView(size)),
      ),
      textColumn(
        'Color',
        cell('color', NAME, ({ colorName }) => nameView(colorName)),
      ),
      column(
        'Stock',
        cell('stock', COUNT, (variant) => leftView(variant, viewer.formats)),
      ),
      column('Change', (row) =>
        typeof row === 'number' ? html`<span class="muted">New</span>` : removeView(row, typed),
      ),
    ],
    { labelledBy: 'variants' },
  )
}

/** Of a product that there is: its variants, and rows to add some. */
export const variantsSection = (variants: CatalogueVariant[], viewer: Viewer, form: Form) =>
  html`<section>
    <h2 id="variants">Variants</h2>
    <p class="hint">
      Buyers who are about to pay for a variant that is removed are told that it is sold out. Its
      orders stay as they are. Rows left empty add nothing.
    </p>
    ${variantTable(variants, viewer, form)}
  </section>`
