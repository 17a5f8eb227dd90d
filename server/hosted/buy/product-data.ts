import type { Offer } from '../../checkout/sessions/buy-link.ts'
import { priceText } from '../../checkout/money.ts'
import { html, scriptJson, unsafeHtml } from '../../web/html.ts'
import { withQuery } from './link-query.ts'

/** schema.org `Product`, with an `Offer` for each variant. */
function toProduct({ product, store }: Offer, link: string) {
  const { slug: sku, name, description, imageUrl: image, price, currency, variants } = product
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name,
    ...(description !== null && { description }),
    ...(image !== null && { image }),
    sku,
    url: link,
    offers: variants.map(({ size, colorName: color, stock }) => ({
      '@type': 'Offer',
      name: [size, color].filter(Boolean).join(', ') || name,
      url: withQuery(link, { size, color }),
      price: priceText(price, currency),
      priceCurrency: currency,
      availability: `https://schema.org/${stock > 0 ? 'InStock' : 'OutOfStock'}`,
      seller: { '@type': 'Organization', name: store.name },
    })),
  }
}

const LONGEST = 160

/** In one line, no longer than what indexes show of it. */
function descriptionOf({ product: { name, description }, store }: Offer) {
  const line = (description ?? '').replaceAll(/\s+/g, ' ').trim() || `${name} — ${store.name}`
  const letters = [...line]
  if (letters.length <= LONGEST) return line
  return `${letters
    .slice(0, LONGEST)
    .join('')
    .replace(/\s\S*$/, '')}…`
}

/** What indexes and previews of links read (contract §7). `link`: without what is chosen in it. */
function productData(offer: Offer, link: string) {
  const { name, imageUrl, price, currency } = offer.product
  const description = descriptionOf(offer)
  const properties = Object.entries({
    'og:type': 'product',
    'og:site_name': offer.store.name,
    'og:title': name,
    'og:description': description,
    'og:url': link,
    'og:image': imageUrl,
    'product:price:amount': priceText(price, currency),
    'product:price:currency': currency,
  })
  const metas = properties.map(([property, content]) =>
    content === null ? '' : html`<meta property="${property}" content="${content}">\n`,
  )
  return html`<link rel="canonical" href="${link}">
<meta name="description" content="${description}">
${metas}<script type="application/ld+json">${scriptJson(toProduct(offer, link))}</script>
`
}

/** Steps the quantity. Without script the field alone takes it. */
export const STEPPER = `document.addEventListener('click',({target:{dataset:{step},parentNode:p}})=>step&&p.querySelector('input')['step'+step]())`

/** What the page has in its head beside its title. */
export const headOf = (offer: Offer, link: string) =>
  html`${productData(offer, link)}<script type="module">${unsafeHtml(STEPPER)}</script>\n`
