import type { Request } from 'express'
import { CheckoutError } from '../../checkout/errors.ts'
import { ChangeStockRequest, PutProductRequest, Slug } from '../../contract/platform.ts'
import { productNotFound } from '../../checkout/stock.ts'
import { readJsonBody } from '../../web/json-body.ts'
import { parse } from '../../web/parse.ts'
import { findProduct } from '../../web/product-reads.ts'
import { routes } from '../../web/routes.ts'
import { type PlatformContext, getStore } from './platform-store.ts'

type ProductRequest = Request<{ storeId: string; slug: string }>

const toEdit = ({ params: { storeId, slug }, ip }: ProductRequest) => ({
  storeId,
  slug,
  address: ip ?? null,
})

/** A store's products and their stock. */
export const platformProductRoutes = (context: PlatformContext) =>
  routes({
    '/stores/:storeId/products/:slug': {
      get: async ({ params: { storeId, slug } }, response) => {
        await getStore(context, storeId)
        const product = await findProduct(context, { storeId, slug })
        if (!product) throw productNotFound(slug)
        response.json(product)
      },
      put: async (request, response) => {
        const product = parse(PutProductRequest, (await readJsonBody(request, response)).value)
        const { storeId, slug } = request.params
        await getStore(context, storeId)
        assertSlug(slug)
        response.json(await context.records.putProduct(toEdit(request), product))
      },
    },
    '/stores/:storeId/products/:slug/stock': {
      post: async (request, response) => {
        const change = parse(ChangeStockRequest, (await readJsonBody(request, response)).value)
        response.json(await changeStock(context, request, change))
      },
    },
  })

async function changeStock(
  context: PlatformContext,
  request: ProductRequest,
  change: ChangeStockRequest,
) {
  const { storeId, slug } = request.params
  await getStore(context, storeId)
  if (!(await findProduct(context, { storeId, slug }))) throw productNotFound(slug)
  const changed = await context.records.changeStock(toEdit(request), change)
  switch (changed.type) {
    case 'no_variant':
      throw new CheckoutError(
        'variant_not_found',
        `"${slug}" has no variant of this size and color.`,
      )
    case 'below_zero':
      throw new CheckoutError('invalid_request', 'delta: would leave less than nothing in stock')
    case 'changed':
      return { size: change.size, colorName: change.colorName, stock: changed.stock }
  }
}

function assertSlug(slug: string) {
  if (!Slug.safeParse(slug).success)
    throw new CheckoutError('invalid_request', 'slug: must be 1 to 200 characters')
}
