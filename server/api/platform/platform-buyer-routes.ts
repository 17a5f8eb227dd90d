import { eraseBuyer } from '../../checkout/buyers/erase-buyer.ts'
import type { Buyer } from '../../checkout/ports/buyer-records.ts'
import {
  EraseBuyerRequest,
  type EraseBuyerResponse,
  type ExportBuyerResponse,
  ExportBuyerRequest,
} from '../../contract/platform/platform-buyers.ts'
import { readBody } from '../../web/requests/json-body.ts'
import { apiRoutes } from '../../web/requests/queries.ts'
import { type PlatformContext, getStore } from './platform-store.ts'

/** contract §4: export and erasure of a buyer's data. */
export const platformBuyerRoutes = (context: PlatformContext) =>
  apiRoutes({
    '/stores/:storeId/buyers/export': {
      post: async (request, response) => {
        const body = await readBody(ExportBuyerRequest, request, response)
        const { id } = await getStore(context, request.params.storeId)
        const page = { cursor: body.cursor, address: request.ip ?? null }
        const { data, nextCursor } = await context.buyers.exportBuyer(buyerOf(id, body), page)
        response.json({ sessions: data, nextCursor } satisfies ExportBuyerResponse)
      },
    },
    '/stores/:storeId/buyers/erase': {
      post: async (request, response) => {
        const body = await readBody(EraseBuyerRequest, request, response)
        const { id } = await getStore(context, request.params.storeId)
        const deps = { ...context.checkout, buyers: context.buyers }
        const erased = await eraseBuyer(deps, buyerOf(id, body), request.ip ?? null)
        response.json(erased satisfies EraseBuyerResponse)
      },
    },
  })

/** The schema guarantees one of the two. */
const buyerOf = (storeId: string, { email, phone = '' }: EraseBuyerRequest): Buyer =>
  email === undefined ? { storeId, phone } : { storeId, email }
