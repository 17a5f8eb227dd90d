import type { Request } from 'express'
import { Slug } from '../../contract/platform.ts'
import type { StoreAppContext, Viewer } from '../frame/store-app-context.ts'

/** Below this stands what is no product: whatever slug a product has, its page is another one. */
export const PRODUCT_TOOLS = '/products/-'

export const productPath = ({ storePath }: Pick<StoreAppContext, 'storePath'>, slug: string) =>
  `${storePath}/products/${encodeURIComponent(slug)}`

/** The slug in the address; undefined when no product can have it. */
export function slugOf({ params }: Request) {
  const slug = Slug.safeParse(params['slug'])
  return slug.success ? slug.data : undefined
}

/** The product in the address, of the viewer's store. */
export async function findProduct({ records }: StoreAppContext, request: Request, viewer: Viewer) {
  const slug = slugOf(request)
  return slug === undefined ? undefined : records.catalogue.findProduct(viewer.store.id, slug)
}
