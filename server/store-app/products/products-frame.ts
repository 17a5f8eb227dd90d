import type { Request } from 'express'
import { Slug } from '../../contract/platform/platform.ts'
import { html } from '../../web/html.ts'
import { type Page, sendPage } from '../frame/page.ts'
import type { MemberVisit, StoreAppContext } from '../frame/store-app-context.ts'
import { about } from '../frame/visits.ts'
import { PRODUCTS } from './products.styles.ts'

/** The path of pages that are not about one product. No slug can give a product this path. */
export const PRODUCT_TOOLS = '/products/-'

export const productPath = ({ storePath }: Pick<StoreAppContext, 'storePath'>, slug: string) =>
  `${storePath}/products/${encodeURIComponent(slug)}`

/** The slug in the address; empty when it can be no slug. */
export const slugOf = ({ params }: Request) => Slug.safeParse(params['slug']).data ?? ''

export const onProduct = about(({ app, request, viewer }) =>
  app.records.catalogue.findProduct(viewer.store.id, slugOf(request)),
)

export const editOf = ({ request, viewer, actor }: MemberVisit) => ({
  storeId: viewer.store.id,
  slug: slugOf(request),
  actor,
})

export const backTo = (app: StoreAppContext, { slug, name }: { slug: string; name: string }) => ({
  path: productPath(app, slug),
  text: html`<bdi>${name}</bdi>`,
})

export const sendProducts = (visit: MemberVisit, page: Omit<Page, 'section' | 'styles'>) =>
  sendPage(visit, { ...page, section: 'products', styles: PRODUCTS })

export const sendProductTool = (
  visit: MemberVisit,
  page: Pick<Page, 'title' | 'lead' | 'errors' | 'problem' | 'main'>,
) =>
  sendProducts(visit, {
    ...page,
    back: { path: `${visit.app.storePath}/products`, text: 'All products' },
  })
