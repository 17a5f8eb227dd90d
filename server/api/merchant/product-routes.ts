import { productNotFound } from '../../checkout/sessions/stock.ts'
import { PageQuery } from '../../contract/fields.ts'
import type { Product, ProductList } from '../../contract/merchant.ts'
import type { Answer } from '../../web/answers/answer.ts'
import type { Exchange } from '../../web/requests/before-express.ts'
import { NoQuery } from '../../web/requests/queries.ts'
import { findProduct } from '../../web/product-reads.ts'
import { knownPage } from '../../web/answers/refusals.ts'
import { type MerchantContext, admitHolder } from './merchant-auth.ts'
import { merchantRoutes } from './merchant-routes.ts'

/** The product reads (spec §4.3), with either kind of key. */
export const productRoutes = (context: MerchantContext) =>
  merchantRoutes(context, {
    '/v1/products': { get: listProducts },
    '/v1/products/:slug': { get: getProduct },
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
  return { status: 200, json: JSON.stringify(product satisfies Product) }
}
