import type { Request, Response } from 'express'
import { assertPrice } from '../../checkout/sessions/create-session.ts'
import { buyUrlOf } from '../../checkout/sessions/buy-link.ts'
import { CheckoutError } from '../../checkout/errors.ts'
import {
  ChangeStockRequest,
  type PlatformProduct,
  type PlatformVariant,
  PutProductRequest,
  Slug,
  type StoredProduct,
} from '../../contract/platform/platform.ts'
import { ProductMatchHeaders } from '../../contract/merchant.ts'
import { findNameProblem } from '../../contract/names.ts'
import { productChanged, productNotFound } from '../../checkout/sessions/stock.ts'
import { readBody } from '../../web/requests/json-body.ts'
import { parse } from '../../web/requests/parse.ts'
import { apiRoutes } from '../../web/requests/queries.ts'
import { type PlatformContext, getStore } from './platform-store.ts'
import { isMatch, versionOf } from '../../web/product-version.ts'

type ProductRequest = Request<{ storeId: string; slug: string }>

const toEdit = ({ params: { storeId, slug }, ip }: ProductRequest) => ({
  storeId,
  slug,
  address: ip ?? null,
})

export const platformProductRoutes = (context: PlatformContext) =>
  apiRoutes({
    '/stores/:storeId/products/:slug': {
      get: async ({ params: { storeId, slug } }, response) => {
        await getStore(context, storeId)
        sendProduct(context, { storeId, response }, await getProduct(context, storeId, slug))
      },
      put: async (request, response) => {
        const product = await readBody(PutProductRequest, request, response)
        const { currency, test: isTest } = await getStore(context, request.params.storeId)
        assertPrice(context.checkout, product.price, { currency, isTest })
        assertSlug(request.params.slug)
        await assertNames(context, request, product)
        const { storeId } = request.params
        sendProduct(context, { storeId, response }, await putProduct(context, request, product))
      },
    },
    '/stores/:storeId/products/:slug/stock': {
      post: async (request, response) => {
        const change = await readBody(ChangeStockRequest, request, response)
        response.json(await changeStock(context, request, change))
      },
    },
  })

/** @throws {CheckoutError} product_not_found */
async function getProduct({ records }: PlatformContext, storeId: string, slug: string) {
  const product = Slug.safeParse(slug).success
    ? await records.findProductOnHand(storeId, slug)
    : undefined
  if (!product) throw productNotFound(slug)
  return product
}

/** Of all that a merchant writes. Reservations change by themselves and are no reason to refuse. */
const tagOf = ({ variants, ...product }: StoredProduct) =>
  versionOf({ ...product, variants: variants.map(({ available: _, ...variant }) => variant) })

/** Always in full, never 304: the tag leaves out what is for sale, which changes without it. */
function sendProduct(
  { urls }: PlatformContext,
  { storeId, response }: { storeId: string; response: Response },
  product: StoredProduct,
) {
  const buyUrl = buyUrlOf(urls.checkoutUrl, { storeId, slug: product.slug })
  response.set('ETag', tagOf(product)).json({ ...product, buyUrl } satisfies PlatformProduct)
}

async function putProduct(
  { records }: PlatformContext,
  request: ProductRequest,
  product: PutProductRequest,
) {
  const { 'If-Match': wanted } = parse(ProductMatchHeaders, { 'If-Match': request.get('if-match') })
  const writing = await records.putProduct(
    toEdit(request),
    product,
    (current) => wanted === undefined || (current !== undefined && isMatch(wanted, tagOf(current))),
  )
  switch (writing.type) {
    case 'written':
      return writing.product
    case 'unexpected':
      throw productChanged(request.params.slug)
    case 'negative_stock': {
      const { index, onHand } = writing
      const unless = onHand < 0 ? `, or ${onHand} as it is now` : ''
      throw new CheckoutError(
        'invalid_request',
        `variants[${index}].stock: must be at least 0${unless}`,
      )
    }
  }
}

async function changeStock(
  context: PlatformContext,
  request: ProductRequest,
  change: ChangeStockRequest,
) {
  const { storeId, slug } = request.params
  await getStore(context, storeId)
  await getProduct(context, storeId, slug)
  const changed = await context.records.changeStock(toEdit(request), change)
  switch (changed.type) {
    case 'no_variant':
      throw new CheckoutError(
        'variant_not_found',
        `"${slug}" has no variant of this size and color.`,
      )
    case 'below_zero':
      throw new CheckoutError('invalid_request', 'delta: would leave less than nothing on hand')
    case 'changed':
      return changed.variants.map(({ size, colorName, stock, forSale }): PlatformVariant => ({
        size,
        colorName,
        stock,
        available: Math.max(0, forSale),
      }))[0]
  }
}

/** Names from before, which follow other rules, can be written back. */
async function assertNames(
  { records }: PlatformContext,
  { params: { storeId, slug } }: ProductRequest,
  product: PutProductRequest,
) {
  const named = { ...product, slug }
  const problem =
    findNameProblem(named, undefined) &&
    findNameProblem(named, await records.findProductOnHand(storeId, slug))
  if (problem) throw new CheckoutError('invalid_request', problem)
}

function assertSlug(slug: string) {
  if (!Slug.safeParse(slug).success)
    throw new CheckoutError('invalid_request', 'slug: must be 1 to 200 characters')
}
