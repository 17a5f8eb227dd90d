import type { OrderDetails } from './order-details.ts'
import { html } from '../frame/html.ts'
import { sellerView } from '../frame/seller-view.ts'
import type { OrderView } from './order-sections.ts'

/** What its buyer was told of the seller and the terms; nothing when nothing was said. */
export const termsView = ({ terms }: OrderDetails, { viewer: { formats } }: OrderView) =>
  terms === null
    ? undefined
    : html`<section aria-labelledby="terms">
        <h2 id="terms">Seller and terms</h2>
        <p>
          ${
            terms.agreed
              ? 'The buyer was shown this, and agreed to the terms with a box.'
              : 'The buyer was shown this.'
          }
        </p>
        ${sellerView(terms.seller)}
        <p class="hint">
          Version ${formats.number(terms.version)}, since ${formats.time(terms.since)}.
        </p>
      </section>`
