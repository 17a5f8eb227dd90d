import * as z from 'zod'
import type { ZodOpenApiPathsObject } from 'zod-openapi'
import { BuyLinkForm, BuyLinkQuery } from '../../../contract/buy-link.ts'
import { CreateSessionResponse } from '../../../contract/merchant.ts'
import * as examples from '../examples.ts'
import {
  HTML,
  OF_ANYBODY,
  answer,
  buyerErrors,
  emptyAnswer,
  otherAnswer,
  slug,
  storePath,
} from '../described-answers.ts'

const ofLink = {
  ...OF_ANYBODY,
  requestParams: { path: z.object({ ...storePath.shape, slug }), query: BuyLinkQuery },
}

/** They come as pages to a browser's form. */
const alsoAsPages = (described: ReturnType<typeof buyerErrors>) =>
  Object.fromEntries(
    Object.entries(described).map(([status, { id: _, ...refused }]) => [
      status,
      { ...refused, content: { ...refused.content, ...HTML } },
    ]),
  )

/** contract §7 */
export const BUY_LINK_PATHS: ZodOpenApiPathsObject = {
  '/buy/{storeId}/{slug}': {
    get: {
      ...ofLink,
      operationId: 'showBuyLink',
      summary: 'Open a buy link',
      description:
        'A page that shows the product, and lets the buyer choose what the address leaves open. It opens no session. Platform products carry its address as `buyUrl`.',
      responses: {
        200: otherAnswer('The page.', HTML),
        400: otherAnswer('It leads back to an origin that the store does not allow.', HTML),
        404: otherAnswer(
          'Nothing is sold there: no such product, an archived one, or a store whose plan has no API access.',
          HTML,
        ),
      },
    },
    post: {
      ...ofLink,
      operationId: 'buyByLink',
      summary: 'Press its button',
      description:
        'Opens a session of what was chosen. The form of the page itself gets its answers as pages. Who accepts `application/json` alone gets JSON, as the button in merchants’ pages does: from the origins that may use the store’s public key. A network may open a fifth of what a key may, and all together as many as a key.',
      requestBody: {
        content: { 'application/x-www-form-urlencoded': { schema: BuyLinkForm } },
      },
      responses: {
        201: answer('For scripts: the session’s page.', {
          schema: CreateSessionResponse,
          example: { url: `https://pay.example/checkout/${examples.SESSION_ID}` },
        }),
        303: emptyAnswer('Leads the buyer to the session’s page.'),
        422: otherAnswer('The page again, because something was not chosen.', HTML),
        ...alsoAsPages(
          buyerErrors(
            'invalid_request',
            'variant_not_found',
            'origin_not_allowed',
            'product_not_found',
            'sold_out',
            'insufficient_stock',
            'rate_limited',
            'internal_error',
            'busy',
          ),
        ),
      },
    },
  },
  '/buy/{storeId}/{slug}.svg': {
    get: {
      ...ofLink,
      operationId: 'getBuyLinkCode',
      summary: 'Get its QR code',
      description: 'The link with all that its address asks for, to print.',
      responses: {
        200: otherAnswer('The code, which any page may show.', {
          'image/svg+xml': { schema: { type: 'string' } },
        }),
        ...buyerErrors('invalid_request', 'product_not_found', 'rate_limited'),
      },
    },
  },
}
