import { type Request, Router } from 'express'
import { CheckoutError } from '../../checkout/errors.ts'
import { ChangeStockRequest, PutProductRequest, Slug } from '../../contract/platform.ts'
import { answerMethodNotAllowed } from '../../web/error-answers.ts'
import type { HttpContext } from '../../web/http-context.ts'
import { readJsonBody } from '../../web/json-body.ts'
import { parse } from '../../web/parse.ts'
import { getStore } from './platform-store-routes.ts'
import { findProduct, productNotFound } from '../merchant/product-routes.ts'

type ProductRequest = Request<{ storeId: string; slug: string }>

const toEdit = ({ params: { storeId, slug }, ip }: ProductRequest) => ({
  storeId,
  slug,
  address: ip ?? null,
})

/** A store's products and their stock. */
export function platformProductRoutes(context: HttpContext) {
  const { records } = context
  const router = Router({ caseSensitive: true })
  router
    .route('/stores/:storeId/products/:slug')
    .get(async ({ params: { storeId, slug } }: ProductRequest, response) => {
      await getStore(context, storeId)
      const product = await findProduct(context, { storeId, slug })
      if (!product) throw productNotFound(slug)
      response.json(product)
    })
    .put(async (request: ProductRequest, response) => {
      const product = parse(PutProductRequest, (await readJsonBody(request, response)).value)
      const { storeId, slug } = request.params
      await getStore(context, storeId)
      assertSlug(slug)
      response.json(await records.putProduct(toEdit(request), product))
    })
    .all(answerMethodNotAllowed('GET', 'PUT'))
  router
    .route('/stores/:storeId/products/:slug/stock')
    .post(async (request: ProductRequest, response) => {
      const change = parse(ChangeStockRequest, (await readJsonBody(request, response)).value)
      const { storeId, slug } = request.params
      await getStore(context, storeId)
      if (!(await findProduct(context, { storeId, slug }))) throw productNotFound(slug)
      const variant = await records.changeStock(toEdit(request), change)
      if (!variant)
        throw new CheckoutError(
          'variant_not_found',
          `"${slug}" has no variant of this size and color.`,
        )
      if (variant === 'refused')
        throw new CheckoutError('invalid_request', 'delta: would leave less than nothing in stock')
      response.json(variant)
    })
    .all(answerMethodNotAllowed('POST'))
  return router
}

function assertSlug(slug: string) {
  if (!Slug.safeParse(slug).success)
    throw new CheckoutError('invalid_request', 'slug: must be 1 to 200 characters')
}
