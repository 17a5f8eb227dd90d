import { type TemplateResult, html, nothing } from 'lit/html.js'
import type { CheckoutView } from '../contract/buyer.ts'
import { footView } from '../../widget/views/seller-view.ts'
import type { Ui } from '../../widget/views/ui.ts'
import { renderView } from './rendered-view.ts'

/** The foot of every page. A page without a store has only the way to other languages. */
export function pageFoot(
  ui: Ui,
  store: Partial<CheckoutView['store']> = {},
  languages?: TemplateResult,
) {
  const foot = footView(store, ui, languages)
  return foot === nothing ? undefined : renderView(html` <footer class="foot">${foot}</footer>`)
}
