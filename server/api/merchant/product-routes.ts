import { productNotFound } from '../../checkout/stock.ts'
import { PageQuery } from '../../contract/fields.ts'
import type { Product, ProductList } from '../../contract/merchant.ts'
import { answerPreflight } from '../../web/cors.ts'
import { exchangeOf } from '../../web/before-express.ts'
import { NoQuery } from '../../web/queries.ts'
import { findProduct } from '../../web/product-reads.ts'
import { unknownCursor } from '../../web/refusals.ts'
import { routes } from '../../web/routes.ts'
import { type MerchantContext, admitHolder } from './merchant-auth.ts'

/** The product reads (spec §4.3): with either kind of key. */
export const productRoutes = (context: MerchantContext) =>
  routes({
    '/v1/products': {
      get: async (request, response) => {
        const { holder, query } = await admitHolder(
          context,
          exchangeOf(request, response),
          PageQuery,
        )
        const page = await context.records.listProducts(holder.storeId, query)
        if (!page) throw unknownCursor()
        response.json(page satisfies ProductList)
      },
      options: answerPreflight,
    },
    '/v1/products/:slug': {
      get: async (request, response) => {
        const { holder } = await admitHolder(context, exchangeOf(request, response), NoQuery)
        const { slug } = request.params
        const product = await findProduct(context, { storeId: holder.storeId, slug })
        if (!product || product.archived) throw productNotFound(slug)
        response.json(product satisfies Product)
      },
      options: answerPreflight,
    },
  })
