import type { Request, Response } from 'express'
import { Slug } from '../../contract/platform.ts'
import type { CatalogueProduct } from './catalogue.ts'
import { sendMessage } from '../frame/message.page.ts'
import type { StoreAppContext, Viewer } from '../frame/store-app-context.ts'

/**
 * Pages that are about no product stand below this path: no product's page has such an address,
 * whatever its slug is.
 */
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

type OnProduct = (
  request: Request,
  response: Response,
  shown: { viewer: Viewer; product: CatalogueProduct },
) => unknown

/** For pages and actions of the product in the address. */
export const onProduct =
  (app: StoreAppContext, handle: OnProduct) =>
  async (request: Request, response: Response, viewer: Viewer) => {
    const product = await findProduct(app, request, viewer)
    if (!product) return sendMessage(app, response, { status: 404, viewer })
    await handle(request, response, { viewer, product })
  }
