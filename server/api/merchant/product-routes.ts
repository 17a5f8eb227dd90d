import { assertPrice } from '../../checkout/sessions/create-session.ts'
import { productNotFound } from '../../checkout/sessions/stock.ts'
import { PageQuery } from '../../contract/fields.ts'
import {
  type Product,
  type ProductList,
  ProductMatchHeaders,
  UpdateProductRequest,
} from '../../contract/merchant.ts'
import { Slug } from '../../contract/platform/platform.ts'
import type { Answer } from '../../web/answers/answer.ts'
import type { Exchange } from '../../web/requests/before-express.ts'
import { readJsonBody } from '../../web/requests/json-body.ts'
import { parse } from '../../web/requests/parse.ts'
import { NoQuery } from '../../web/requests/queries.ts'
import { findProduct } from '../../web/product-reads.ts'
import { isMatch, versionOf } from '../../web/product-version.ts'
import { knownPage } from '../../web/answers/refusals.ts'
import { type MerchantContext, admitHolder, admitServer } from './merchant-auth.ts'
import { merchantRoutes } from './merchant-routes.ts'
import { actorOf } from './order-routes.ts'
import { readRequestKey } from './request-keys.ts'

/** The product reads (spec §4.3), with either kind of key, and changes with the secret one. */
export const productRoutes = (context: MerchantContext) =>
  merchantRoutes(context, {
    '/v1/products': { get: listProducts },
    '/v1/products/:slug': { get: getProduct, patch: updateProduct },
  })

async function listProducts(context: MerchantContext, exchange: Exchange): Promise<Answer> {
  const { holder, query } = await admitHolder(context, exchange, PageQuery)
  const page: ProductList = knownPage(await context.records.listProducts(holder.storeId, query))
  return { status: 200, json: JSON.stringify(page) }
}

async function getProduct(
  context: MerchantContext,
  exchange: Exchange,
  slug: string,
): Promise<Answer> {
  const { holder } = await admitHolder(context, exchange, NoQuery)
  const product = await findProduct(context, { storeId: holder.storeId, slug })
  if (!product || product.archived) throw productNotFound(slug)
  return answerOf(product)
}

const answerOf = (product: Product): Answer => ({
  status: 200,
  headers: { ETag: versionOf(product) },
  json: JSON.stringify(product),
})

/** contract §8. Unlike the reads it finds archived products, too. */
async function updateProduct(
  context: MerchantContext,
  exchange: Exchange,
  slug: string,
): Promise<Answer> {
  const { request, response } = exchange
  const { holder } = await admitServer(context, exchange, NoQuery)
  const { value } = await readJsonBody(request, response)
  const change = parse(UpdateProductRequest, value)
  const { 'If-Match': wanted } = parse(ProductMatchHeaders, {
    'If-Match': request.headers['if-match'],
  })
  const key = readRequestKey(request, holder, () => `product ${slug} ${JSON.stringify(value)}`)
  if (change.price !== undefined) assertPrice(context.checkout, change.price, holder)
  if (!Slug.safeParse(slug).success) throw productNotFound(slug)
  const product = await context.records.updateProduct({
    edit: { storeId: holder.storeId, slug, actor: actorOf(exchange) },
    change,
    key,
    isExpected: (current) => wanted === undefined || isMatch(wanted, versionOf(current)),
  })
  return answerOf(product)
}
