import { buyUrlOf } from '../../checkout/sessions/buy-link.ts'
import { mayNotSell } from '../../checkout/sessions/create-session.ts'
import { type Html, html } from '../../web/html.ts'
import { copyView, sectionView } from '../frame/sections.ts'
import type { MemberVisit } from '../frame/store-app-context.ts'
import type { CatalogueProduct } from './catalogue.ts'

export const linkOf = ({ app, viewer }: MemberVisit, { slug }: CatalogueProduct) =>
  buyUrlOf(app.urls.checkoutUrl, { storeId: viewer.store.id, slug })

/** Its lines keep their indents, which markup drops. */
// oxfmt-ignore
const codeOf = ({ app, viewer }: MemberVisit, { slug }: CatalogueProduct, link: string) =>
  html`<script type="module" src="${app.urls.checkoutUrl}/hosted-checkout-button.js"></script>
<hosted-checkout-button store="${viewer.store.id}" product="${slug}">
${'  '}<a href="${link}">Buy now</a>
</hosted-checkout-button>`.text

/** Why the link does not sell; undefined when it does. */
function hindranceOf({ app, viewer }: MemberVisit, { missing }: CatalogueProduct) {
  const settings = `${app.storePath}/settings`
  if (viewer.store.plan === 'free')
    return html`Links that sell need the Basic or Pro plan.
      <a href="${settings}/plan">Change the plan</a>`
  return mayNotSell(app.checkout, { isTest: viewer.store.isTest, missing })
    ? html`Links sell as soon as the store has said who sells and how buyers reach it.
        <a href="${settings}">Open General settings</a>`
    : undefined
}

/** For the head of the product's page; nothing while its link does not sell. */
export const shareActions = (visit: MemberVisit, product: CatalogueProduct) =>
  product.archived || hindranceOf(visit, product)
    ? undefined
    : html`<button type="button" class="quiet" data-copy="${linkOf(visit, product)}" hidden>
          Copy link
        </button>
        <a class="quiet" href="#share">Share</a>`

/** How the product is sold without a server: its link, its button, and the link's QR code. */
export function shareView(visit: MemberVisit, product: CatalogueProduct): Html | undefined {
  if (product.archived) return undefined
  const hindrance = hindranceOf(visit, product)
  if (hindrance) return sectionView('share', 'Share', [html`<p class="hint">${hindrance}</p>`])
  const link = linkOf(visit, product)
  return sectionView('share', 'Share', [
    html`<p class="hint">
        Whoever opens this link can buy the product, without a website of yours. Behind it,
        <code>?size=</code>, <code>&amp;color=</code> and <code>&amp;quantity=</code> choose for the
        buyer.
      </p>
      <div class="share">
        <div>
          <h3>Link</h3>
          ${copyView(link, { attributes: html`aria-label="Link"` })}
          <h3>Button for your own page</h3>
          ${copyView(codeOf(visit, product, link), { attributes: html`aria-label="Code"` })}
        </div>
        <figure>
          <img src="${link}.svg" alt="QR code of the link" width="160" height="160" />
          <figcaption>
            <a href="${link}/print" target="_blank">Print the QR code</a> ·
            <a href="${link}.svg" target="_blank">Picture</a>
          </figcaption>
        </figure>
      </div>`,
  ])
}
