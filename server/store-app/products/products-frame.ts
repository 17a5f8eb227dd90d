import type { Request } from 'express'
import { Slug } from '../../contract/platform.ts'
import { html } from '../frame/html.ts'
import { type Page, sendPage } from '../frame/page.ts'
import type { MemberVisit, StoreAppContext } from '../frame/store-app-context.ts'
import { about } from '../frame/visits.ts'
import { PRODUCTS } from './products.styles.ts'

/**
 * Pages that are about no product stand below this path: no product's page has such an address,
 * whatever its slug is.
 */
export const PRODUCT_TOOLS = '/products/-'

export const productPath = ({ storePath }: Pick<StoreAppContext, 'storePath'>, slug: string) =>
  `${storePath}/products/${encodeURIComponent(slug)}`

/** The slug in the address; empty, which is nobody's, when no product can have it. */
export const slugOf = ({ params }: Request) => Slug.safeParse(params['slug']).data ?? ''

/** For pages and forms of the product in the address. */
export const onProduct = about(({ app, request, viewer }) =>
  app.records.catalogue.findProduct(viewer.store.id, slugOf(request)),
)

/** Which product is changed, and by whom. */
export const editOf = ({ request, viewer, actor }: MemberVisit) => ({
  storeId: viewer.store.id,
  slug: slugOf(request),
  actor,
})

/** The way back to a product's page. */
export const backTo = (app: StoreAppContext, { slug, name }: { slug: string; name: string }) => ({
  path: productPath(app, slug),
  text: html`<bdi>${name}</bdi>`,
})

/** A page about products, with the sheet that they share. */
export const sendProducts = (visit: MemberVisit, page: Omit<Page, 'section' | 'styles'>) =>
  sendPage(visit, { ...page, section: 'products', styles: PRODUCTS })

/** A form that leads back to the list of products. */
export const sendProductTool = (
  visit: MemberVisit,
  { main, ...page }: Pick<Page, 'title' | 'errors' | 'hasErrors' | 'main'>,
) =>
  sendProducts(visit, {
    ...page,
    back: { path: `${visit.app.storePath}/products`, text: 'All products' },
    main: html`<h1>${page.title}</h1>
      ${main}`,
  })
