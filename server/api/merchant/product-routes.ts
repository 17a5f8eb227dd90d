import { type Request, type Response, Router } from 'express'
import { CheckoutError } from '../../checkout/errors.ts'
import { PageQuery } from '../../contract/fields.ts'
import type { Product, ProductList } from '../../contract/merchant.ts'
import { Slug } from '../../contract/platform.ts'
import { answerPreflight } from '../../web/cors.ts'
import { answerMethodNotAllowed } from '../../web/error-answers.ts'
import type { HttpContext } from '../../web/http-context.ts'
import { admitMerchant } from './merchant-auth.ts'
import { parse } from '../../web/parse.ts'

/** The product reads (spec §4.3): with either kind of key. */
export function productRoutes(context: HttpContext) {
  const router = Router({ caseSensitive: true })
  router
    .route('/v1/products')
    .get(async (request, response) => {
      const { storeId } = await admitHolder(context, request, response)
      const page = await context.records.listProducts(storeId, parse(PageQuery, request.query))
      if (!page) throw unknownCursor()
      response.json(page satisfies ProductList)
    })
    .options(answerPreflight)
    .all(answerMethodNotAllowed('GET'))
  router
    .route('/v1/products/:slug')
    .get(async (request: Request<{ slug: string }>, response) => {
      const { storeId } = await admitHolder(context, request, response)
      const product = await findProduct(context, { storeId, slug: request.params.slug })
      if (!product || product.archived) throw productNotFound(request.params.slug)
      response.json(product satisfies Product)
    })
    .options(answerPreflight)
    .all(answerMethodNotAllowed('GET'))
  return router
}

/** Lets a request with a key of either kind in. */
export async function admitHolder(
  { checkout: { cache }, records }: HttpContext,
  request: Request,
  response: Response,
) {
  const { holder } = await admitMerchant(request, response, async ({ digest, limiterKey }) => {
    const [rateLimit, found] = await Promise.all([
      cache.limiter.take(limiterKey),
      records.findKeyHolder(digest),
    ])
    return { rateLimit, found: found && { holder: found } }
  })
  return holder
}

/** A slug that no product can have is not asked for. */
export const findProduct = async (
  { records }: HttpContext,
  { storeId, slug }: { storeId: string; slug: string },
) => (Slug.safeParse(slug).success ? records.findProduct(storeId, slug) : undefined)

export const productNotFound = (slug: string) =>
  new CheckoutError('product_not_found', `There is no product "${slug}" in this store.`)

export const unknownCursor = () =>
  new CheckoutError('invalid_request', 'cursor: must be the nextCursor of an earlier answer')
